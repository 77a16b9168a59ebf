import { expect, test } from '@jest/globals';
import { imageLayouts, readsBeyond } from '../../../src/network/program/image-layouts.js';
import { suggestedConfigs } from '../../../src/transfer/expected-kernels.js';
import { taskOf } from '../session/fixtures.js';

const image = {
  ...{ inChannels: '3', height: '20', width: '20', outChannels: '16', kernel: '3', stride: '2', pad: '1' },
  ...{ groups: '1', dilation: '1' },
};

test('a convolution of few channels takes planes, of which nothing is read behind the end, and gives NHWC', () => {
  const task = taskOf('conv2d.direct', { ...image, layout: 'any' });
  const config = suggestedConfigs(task).find(({ values }) => values['layout'] === 'planes')!;
  expect(imageLayouts(task, config, ['NCHW', 'NHWC'])).toEqual({ inputs: ['NCHW', 'NCHW'], output: 'NHWC' });
  expect(readsBeyond(task, config)).toEqual([false, true]);
});

function layoutsOf(shape: Readonly<Record<string, string>>): readonly unknown[] {
  return taskOf('conv2d.direct', shape).space.knobs.find(({ name }) => name === 'layout')?.values ?? ['given'];
}

test.each([
  ['more channels', { inChannels: '5', layout: 'any' }],
  ['groups', { inChannels: '4', groups: '2', layout: 'any' }],
  ['a layout that is said', { layout: 'NHWC' }],
])('of %s there are no planes', (_, other) => {
  expect(layoutsOf({ ...image, layout: 'any' })).toContain('planes');
  expect(layoutsOf({ ...image, ...other })).not.toContain('planes');
});

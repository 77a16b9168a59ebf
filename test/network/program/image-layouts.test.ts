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

test.each([
  ['more channels', { inChannels: '5', layout: 'any' }],
  ['groups', { inChannels: '4', groups: '2', layout: 'any' }],
  ['a layout that is said', { layout: 'NHWC' }],
])('of %s there are no planes', (_, other) => {
  const layouts = taskOf('conv2d.direct', { ...image, ...other }).space.knobs.find(({ name }) => name === 'layout');
  expect(layouts?.values ?? []).not.toContain('planes');
});

import { describe, expect, test } from '@jest/globals';
import { nearestConfigs } from '../../../src/explorer/nearest-config.js';
import { conv2d } from '../../../src/operator/conv2d.js';
import { findTemplate } from '../../../src/templates/registry.js';
import { makeTask } from '../../../src/templates/task.js';
import { avx512, withThreads } from '../../support/targets.js';

const layouts = ['NCHW', 'NHWC', 'any'];
const shapes = [
  { batch: '1', size: '1', outChannels: '256' },
  { batch: '1', size: '7', outChannels: '320' },
  { batch: '1', size: '7', outChannels: '1664' },
  { batch: '1', size: '14', outChannels: '96' },
  { batch: '4', size: '5', outChannels: '97' },
  { batch: '4', size: '28', outChannels: '18' },
];

describe.each(['float32', 'uint8'])('of %s', (dtype) => {
  test.each([2, 8])('what is suggested for %i threads is for them, and is not moved to another layout', (threads) => {
    for (const [name, kernel] of [
      ['conv2d.pointwise', '1'],
      ['conv2d.im2col', '3'],
    ] as const)
      for (const layout of layouts)
        for (const { size, ...shape } of shapes) {
          const workload = conv2d.workload(undefined, {
            ...{ ...shape, layout, kernel, dtype, inChannels: '64', height: size, width: size },
            pad: kernel === '3' ? '1' : '0',
          });
          const { template, target, space } = makeTask(findTemplate(name), workload, withThreads(avx512, threads));
          for (const values of template.suggestions!(workload, target)) {
            const [near] = nearestConfigs(space, values);
            const { parallel, layout: taken } = near!.values;
            expect([workload.name, parallel, taken]).toEqual([workload.name, values['parallel'], values['layout']]);
          }
        }
  });
});

test.each([
  ['14', '96', 'p', 98],
  ['7', '320', 'oc', 160],
])('two threads share an image %s wide with %s channels by %s, %i each', (size, outChannels, parallel, block) => {
  const workload = conv2d.workload(undefined, {
    ...{ inChannels: '576', height: size, width: size, outChannels, kernel: '1', layout: 'NHWC' },
  });
  const [first] = findTemplate('conv2d.pointwise').suggestions!(workload, withThreads(avx512, 2));
  expect(first).toMatchObject({ parallel, [`block_${parallel}`]: block });
});

import { expect, test } from '@jest/globals';
import { conv2d } from '../../src/operator/conv2d.js';
import type { Values } from '../../src/space/space.js';
import { findTemplate } from '../../src/templates/registry.js';
import { bankPasses } from '../support/bank-conflicts.js';
import { sm90 } from '../support/targets.js';
import { nestOf } from '../../src/templates/nest.js';

/** Passes of the worst read of the image's copy in shared memory, and of the weights'. */
function readPasses(name: string, shape: Readonly<Record<string, string>>, values: Values): Record<string, number> {
  const template = findTemplate(name);
  const image = { inChannels: '64', height: '28', width: '28', outChannels: '64', kernel: '3', stride: '1', pad: '1' };
  const workload = conv2d.workload(undefined, { ...image, ...shape });
  const space = template.define(workload, sm90);
  const nest = nestOf({ template, workload, target: sm90, space }, space.config(values));
  const reads = bankPasses(nest.body).filter(({ kind }) => kind === 'read');
  return Object.fromEntries(reads.map(({ tensor, passes }) => [tensor.replace(/_.*/, ''), passes]));
}

const simt = {
  ...{ tile_f: [-1, 1, 16, 1], tile_y: [-1, 1, 1, 2], tile_x: [-1, 1, 7, 2] },
  ...{ tile_rc: [-1, 16], tile_ry: [-1, 3], tile_rx: [-1, 3], auto_unroll_max_step: 0, unroll_explicit: 0 },
  ...{ vector_data: 1, vector_weights: 1, buffers: 1 },
};

test.each([
  // Lanes of a warp read 16 output channels of 144 weights each, of one or two pixels.
  ['NHWC', [-1, 1, 16, 1], 0, { padded: 2, weights: 8 }],
  ['NHWC', [-1, 1, 16, 4], 0, { padded: 2, weights: 16 }],
  ['NHWC', [-1, 1, 16, 1], 1, { padded: 1, weights: 1 }],
  ['NHWC', [-1, 1, 16, 4], 1, { padded: 1, weights: 2 }],
  // They read 32 pixels of 7 columns, of five output channels.
  ['NCHW', [-1, 1, 16, 1], 0, { padded: 1, weights: 3 }],
  ['NCHW', [-1, 1, 16, 1], 1, { padded: 1, weights: 1 }],
])('conv2d.simt in %s, with channels %j and pad = %d', (layout, tile_f, pad, passes) => {
  expect(readPasses('conv2d.simt', { layout }, { ...simt, tile_f, pad })).toEqual(passes);
});

const depthwise = { image: 'shared', weights: 'given', inputs: 'row', vector: 1, unroll_kh: false };

test.each([
  // Neighbours are columns, of blocks of 32 channels.
  ['NHWC', { tile_c: [-1, 1, 32], tile_y: [-1, 2, 1], tile_x: [-1, 16, 1] }, 0, 8],
  ['NHWC', { tile_c: [-1, 1, 32], tile_y: [-1, 2, 1], tile_x: [-1, 16, 1] }, 4, 1],
  // Neighbours are rows of four columns.
  ['NCHW', { tile_c: [-1, 2, 1], tile_y: [-1, 16, 1], tile_x: [-1, 1, 2] }, 0, 4],
  ['NCHW', { tile_c: [-1, 2, 1], tile_y: [-1, 16, 1], tile_x: [-1, 1, 2] }, 1, 2],
])('conv2d.depthwise_simt in %s, with tiles %j and pad = %d', (layout, tiles, pad, passes) => {
  const values = { ...depthwise, ...tiles, pad };
  expect(readPasses('conv2d.depthwise_simt', { groups: '64', layout }, values)).toEqual({ padded: passes });
});

test.each(['NCHW', 'NHWC'])('conv2d.igemm in %s: what threads read is side by side', (layout) => {
  const values = {
    ...{ threads_m: 8, threads_n: 8, tile_m: 4, tile_n: 4, vthread_m: 1, vthread_n: 2, block_k: 8, weights: 'turned' },
    ...{ vector_a: 1, vector_b: 1, pad: 4, unroll_k: 4, order: 'mn', buffers: 1, split_k: 1 },
  };
  expect(readPasses('conv2d.igemm', { layout }, values)).toEqual({ patches: 1, filters: 1 });
});

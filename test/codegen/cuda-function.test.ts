import { expect, test } from '@jest/globals';
import { findOperator } from '../../src/operator/registry.js';
import { generate } from '../../src/backend/generate.js';
import { findTemplate } from '../../src/templates/registry.js';
import { sm90 } from '../support/targets.js';

const template = findTemplate('matmul.simt');
const workload = findOperator('matmul').workload(undefined, { m: '64', n: '64', k: '256' });
const space = template.define(workload, sm90);
const values = {
  ...{ threads_m: 8, threads_n: 8, tile_m: 4, tile_n: 4, vthread_m: 1, vthread_n: 1, block_k: 16 },
  ...{ vector_a: 1, vector_b: 4, pad: 0, unroll_k: 1, order: 'mn', buffers: 1, split_k: 2 },
};

/** The text before each loop over parts of the sum, blocks of it and steps in one. */
function pragmas(unroll_k: number): Record<string, string | undefined> {
  const { source } = generate({ template, workload, target: sm90, space }, space.config({ ...values, unroll_k }));
  const loops = [...source.matchAll(/(#pragma unroll[^\n]*)?\n *for \(int (k\w*) =/g)];
  return Object.fromEntries(loops.map(([, pragma, name]) => [name!, pragma]));
}

test('loops are spelled out as the schedule says, with 1 not at all, and others as the compiler likes', () => {
  expect(pragmas(4)).toEqual({ kio: undefined, kii: '#pragma unroll 4', ko: undefined });
  expect(pragmas(1)).toEqual({ kio: undefined, kii: '#pragma unroll 1', ko: undefined });
});

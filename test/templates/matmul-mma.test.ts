import { expect, test } from '@jest/globals';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import { findTemplate } from '../../src/templates/registry.js';
import { sm80 } from '../support/targets.js';

/** Steps of matrix instructions that configs unroll, by the steps of their blocks of the sum. */
function unrolled(k: number, dtype: string): Record<number, number[]> {
  const workload = findOperator('matmul').workload(undefined, { m: '256', n: '256', k: `${k}`, dtype });
  const space = findTemplate('matmul.mma').define(workload, sm80);
  const random = new Random(3);
  const found: Record<number, number[]> = {};
  for (let i = 0; i < 300; i++) {
    const { block_k, unroll_k } = space.sample(random)!.values as { block_k: number; unroll_k: number };
    const counts = (found[block_k / (dtype === 'tfloat32' ? 8 : 16)] ??= []);
    if (!counts.includes(unroll_k)) counts.push(unroll_k);
    counts.sort();
  }
  return found;
}

test.each(['bfloat16', 'tfloat32'])('steps of %s are unrolled up to those of a block', (dtype) => {
  expect(unrolled(512, dtype)).toEqual({ 1: [1], 2: [1, 2], 4: [1, 2, 4], 8: [1, 2, 4, 8] });
  expect(unrolled(20, dtype)).toEqual(
    dtype === 'bfloat16' ? { 1: [1], 2: [1, 2] } : { 1: [1], 2: [1, 2], 4: [1, 2, 4] },
  );
});

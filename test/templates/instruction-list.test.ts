import { describe, expect, test } from '@jest/globals';
import { findOperator } from '../../src/operator/registry.js';
import { parseTarget } from '../../src/backend/registry.js';
import { findTemplate } from '../../src/templates/registry.js';
import type { Target } from '../../src/target/target.js';
import { sm80 } from '../support/targets.js';

const sm90 = parseTarget('cuda -arch=sm_90');

/** The values of a list, all of which the space must have. */
function listed(
  template: string,
  target: Target,
  [m, n, k]: readonly [number, number, number],
  dtype: string,
): readonly Record<string, number>[] {
  const workload = findOperator('matmul').workload(undefined, { m: `${m}`, n: `${n}`, k: `${k}`, dtype });
  const found = findTemplate(template);
  const space = found.define(workload, target);
  const list = found.shortList!(workload, target);
  for (const values of list) expect(space.config(values).values).toEqual(values);
  return list as unknown as readonly Record<string, number>[];
}

const shapes = [
  [4096, 4096, 4096],
  [64, 4096, 4096],
  [1000, 46, 46],
  [17, 19, 5],
] as const;

describe.each([
  ['matmul.simt', sm80, 'float32'],
  ['matmul.mma', sm80, 'float16'],
  ['matmul.mma', sm80, 'tfloat32'],
  ['matmul.wgmma', sm90, 'bfloat16'],
] as const)('the list of %s', (template, target, dtype) => {
  test.each(shapes)('of %i x %i x %i has 40 configs of the space at most, and one at least', (...shape) => {
    const list = listed(template, target, shape, dtype);
    expect(list.length).toBeGreaterThan(0);
    expect(list.length).toBeLessThanOrEqual(40);
  });
});

describe('what a roofline lists', () => {
  test('blocks of large products are large, in a pipeline', () => {
    const [first] = listed('matmul.mma', sm80, [4096, 4096, 4096], 'float16');
    const { warps_m, warps_n, tile_m, tile_n, buffers, split_k } = first!;
    expect(256 * warps_m! * tile_m! * warps_n! * tile_n!).toBeGreaterThanOrEqual(64 * 128);
    expect(buffers).toBeGreaterThan(1);
    expect(split_k).toBe(1);
  });

  test('long sums of few results are cut into parts, so that the GPU is full', () => {
    const [first] = listed('matmul.mma', sm80, [64, 64, 16384], 'float16');
    expect(first!['split_k']).toBeGreaterThan(1);
  });

  test('where a GPU copies tiles itself then it does', () => {
    const [first] = listed('matmul.wgmma', sm90, [4096, 4096, 4096], 'float16');
    expect(first).toMatchObject({ copies: 'boxes' });
  });
});

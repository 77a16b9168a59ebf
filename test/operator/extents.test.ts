import { describe, expect, test } from '@jest/globals';
import { findOperator } from '../../src/operator/registry.js';

/** The least and the largest of a feature map of 32 channels, 1024 x 1024. */
const wholeTensor = { outer: '1', reduced: '33554432', op: 'max' };

describe('extents', () => {
  test('may be those of a whole tensor where an axis stands for several', () => {
    expect(findOperator('reduce').workload(undefined, wholeTensor).name).toBe('1x33554432x1+max');
  });

  test('are believed up to a limit that the message names', () => {
    const reduce = findOperator('reduce');
    expect(() => reduce.workload(undefined, { ...wholeTensor, reduced: '2147483648' })).toThrow(
      /--reduced "2147483648" must be a whole number from 1 to 2147483647/,
    );
    expect(() => findOperator('matmul').workload(undefined, { m: '16777217', n: '1', k: '1' })).toThrow(/to 16777216/);
  });
});

import { expect, test } from '@jest/globals';
import { leastMagnitude } from '../../src/ir/rounding.js';
import { matmul } from '../../src/operator/matmul.js';

const of = (m: number, n: number, epilogue = ''): number | undefined =>
  leastMagnitude(matmul.computation(matmul.workload(undefined, { m: `${m}`, n: `${n}`, k: '77', epilogue })));

/** What sums of 77 products of numbers from [-1, 1) have. */
const usual = Math.sqrt(77) / 3;

test('errors of few sums are relative to what many would have', () => {
  expect(of(1, 1)).toBeCloseTo(usual, 6);
  expect(of(7, 9)).toBeCloseTo(usual, 6);
});

test('errors of many sums are relative to themselves, unless they are clipped', () => {
  expect(of(8, 8)).toBeUndefined();
  expect(of(8, 8, 'relu')).toBeGreaterThan(usual / 2);
});

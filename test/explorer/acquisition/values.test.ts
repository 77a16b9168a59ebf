import { describe, expect, test } from '@jest/globals';
import { expectedImprovement } from '../../../src/explorer/acquisition/ei.js';
import { mean } from '../../../src/explorer/acquisition/mean.js';
import { density, lowerTail } from '../../../src/explorer/acquisition/normal.js';
import { upperConfidenceBound } from '../../../src/explorer/acquisition/ucb.js';

/** Whether two numbers agree to six digits, however small they are. */
function expectNear(value: number, expected: number): void {
  expect(value / expected).toBeCloseTo(1, 5);
}

describe('the normal distribution', () => {
  // The expected values are those of scipy.stats.norm.
  test.each([
    [0, 0.5],
    [-1, 0.158655254],
    [2, 0.977249868],
    [-5, 2.86651572e-7],
    [-10, 7.61985302e-24],
    [-30, 4.90671393e-198],
  ])('the tail below %d is %d', (z, expected) => {
    expectNear(lowerTail(z), expected);
  });

  test('has its density', () => {
    expectNear(density(1.5), 0.12951759566589174);
    expect(density(-1.5)).toBe(density(1.5));
  });
});

describe('expected improvement', () => {
  test.each([
    [1, 1, 1, 0.3989422804],
    [0, 2, 1, 0.3955931148],
    [3, 0.5, 1, 2.0000035736],
    [0, 0.1, 1, 7.47456025e-26],
  ])('of mean %d and spread %d over %d is %d', (mean, spread, best, expected) => {
    expectNear(expectedImprovement({ mean, spread }, best), expected);
  });

  test('goes over into the improvement itself as the spread vanishes', () => {
    expectNear(expectedImprovement({ mean: 3, spread: 1e-9 }, 1), 2);
    expect(expectedImprovement({ mean: 3, spread: 0 }, 1)).toBe(2);
  });
});

test('the mean does not ask for the spread, the upper bound adds one', () => {
  expect(mean({ mean: 2, spread: 3 })).toBe(2);
  expect(upperConfidenceBound({ mean: 2, spread: 3 })).toBe(5);
});

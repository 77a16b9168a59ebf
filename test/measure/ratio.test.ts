import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { isBeyond, isUnsettled, ratioOfRounds, ratioOfTimes, standingOf, type Ratio } from '../../src/measure/ratio.js';
import { shareOf } from '../../src/products/retune/percent.js';

const ratio = (low: number, middle: number, high: number): Ratio => ({ ratio: middle, low, high });
const some = fc.double({ min: 0.1, max: 10, noNaN: true });
const ratios = fc.tuple(some, some, some).map((ends) => {
  const [low, middle, high] = ends.toSorted((a, b) => a - b) as [number, number, number];
  return ratio(low, middle, high);
});

describe('the ratio of two kernels', () => {
  test('is the median of that in each round, so that a slow moment which hits both changes nothing', () => {
    const moments = [1, 1.02, 3, 1.1, 0.98, 1, 2, 1, 1.01];
    const {
      ratio: found,
      low,
      high,
    } = ratioOfRounds(
      moments.map((moment) => 2 * moment),
      moments,
    );
    for (const one of [found, low, high]) expect(one).toBeCloseTo(2, 9);
  });

  test('leaves a disturbed round on either side out of its interval when there are nine', () => {
    const ones = Array.from({ length: 9 }, () => 1);
    expect(ratioOfRounds([5, ...ones.slice(1)], [1, 4, ...ones.slice(2)])).toEqual(ratio(1, 1, 1));
    expect(ratioOfRounds([5, ...ones.slice(2)], ones.slice(1)).high).toBe(5);
  });

  test('of two times that were not taken in turns has an interval from the ends of both', () => {
    const found = ratioOfTimes({ seconds: 2, low: 1.8, high: 2.2 }, { seconds: 1, low: 0.9, high: 1.1 });
    expect(found).toEqual({ ratio: 2, low: 1.8 / 1.1, high: 2.2 / 0.9 });
  });
});

describe('a verdict', () => {
  test.each<[number, number, number, string]>([
    [1.05, 1.1, 1.2, 'faster'],
    [1.005, 1.01, 1.015, 'same'],
    [0.95, 1, 1.05, 'same'],
    [0.93, 0.95, 0.97, 'slower'],
    [0.8, 1, 1.1, 'noisy'],
    [0.99, 1.1, 1.3, 'noisy'],
  ])('of %d, %d, %d at 10 %% is %s', (low, middle, high, verdict) => {
    expect(standingOf(ratio(low, middle, high), 0.1)).toBe(verdict);
  });

  test('never fails for a difference that the interval does not have all of', () => {
    fc.assert(
      fc.property(ratios, fc.double({ min: 0, max: 1, noNaN: true }), (found, tolerance) => {
        const standing = standingOf(found, tolerance);
        if (isBeyond(found, tolerance)) expect(found.high).toBeLessThan(1 / (1 + tolerance));
        if (standing === 'slower') expect(found.high).toBeLessThan(1);
        if (standing === 'faster') expect(found.low).toBeGreaterThan(1);
        // What would fail, and what is open, is measured again first.
        if (isBeyond(found, tolerance) || standing === 'noisy') expect(isUnsettled(found, tolerance)).toBe(true);
      }),
    );
  });
});

test.each<[string, number | undefined]>([
  ['10%', 0.1],
  ['2.5 %', 0.025],
  ['0.1', 0.1],
  ['ten', undefined],
  ['-3%', undefined],
  ['1e3', undefined],
])('the share %j is %j', (text, share) => {
  expect(shareOf(text)).toBe(share);
});

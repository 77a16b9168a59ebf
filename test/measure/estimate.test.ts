import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { estimate, isUndecided, standing, timingOf, weightOf, type Look } from '../../src/measure/estimate.js';
import { ErrorNo } from '../../src/measure/measurement.js';

const seconds = fc.double({ min: 1e-6, max: 1, noNaN: true });
const timing = (...costs: number[]): NonNullable<ReturnType<typeof timingOf>> =>
  timingOf({ costs, error: ErrorNo.none })!;

describe('the estimate of a time', () => {
  test('is the mean, between order statistics that hold the median 95 times of 100', () => {
    const costs = Array.from({ length: 20 }, (_, i) => 100 + i);
    // Of 20 values the 6th and the 15th: 1 - 2 P(Bin(20, 1/2) <= 5) = 0.9586.
    expect(estimate(costs)).toEqual({ seconds: 109.5, low: 105, high: 114 });
    expect(estimate([3, 1, 2].map((cost) => 10 + cost))).toEqual({ seconds: 12, low: 11, high: 13 });
    expect(estimate([7])).toEqual({ seconds: 7, low: 7, high: 7 });
  });

  test('the interval holds the true median as often as it says, whatever the distribution', () => {
    let state = 1;
    const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
    for (const n of [6, 9, 13, 20]) {
      let held = 0;
      for (let run = 0; run < 4000; run++) {
        // Skewed, yet narrow enough that nothing is taken for disturbed.
        const { low, high } = estimate(Array.from({ length: n }, () => 1 + 0.19 * random() ** 3));
        if (low <= 1 + 0.19 / 8 && 1 + 0.19 / 8 <= high) held++;
      }
      expect(held / 4000).toBeGreaterThan(0.94);
    }
  });

  test('a minority of disturbed repeats changes nothing', () => {
    const calm = fc.array(fc.double({ min: 1, max: 1.19, noNaN: true }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(calm, fc.array(fc.double({ min: 10, max: 100, noNaN: true }), { maxLength: 20 }), (good, bad) => {
        fc.pre(bad.length < good.length);
        expect(estimate([...bad, ...good])).toEqual(estimate(good));
      }),
    );
  });

  test('of times that mostly disagree the interval tells so, and they rank by its high end', () => {
    for (const costs of [
      [22.8, 65.1, 0.98, 1.05, 56.7],
      [63.7, 2.8, 16],
      [1, 9],
    ]) {
      expect(timing(...costs)).toMatchObject({
        noisy: true,
        low: Math.min(...costs),
        rankedAt: Math.max(...costs),
      });
    }
  });

  test('of repeats on a slow core may be half as long, and ranks by its high end where that leaves it open', () => {
    const slowed = { costs: [1, 1.05, 1.1], error: ErrorNo.none, slowed: true };
    expect(timingOf({ ...slowed, noisy: true })).toMatchObject({ low: 0.5, seconds: 1.05, rankedAt: 1.1 });
    expect(isUndecided(timingOf({ ...slowed, noisy: true })!, 0.47)).toBe(true);
    expect(isUndecided(timingOf({ ...slowed, noisy: true })!, 0.46)).toBe(false);
    expect(timingOf(slowed)).toMatchObject({ low: 0.5, rankedAt: 1.05 });
  });

  test('lies in its interval, which lies among the repeats, in whatever order and unit they come', () => {
    fc.assert(
      fc.property(fc.array(seconds, { minLength: 1, maxLength: 40 }), (costs) => {
        const found = estimate(costs);
        expect(found.low).toBeGreaterThanOrEqual(Math.min(...costs));
        expect(found.high).toBeLessThanOrEqual(Math.max(...costs));
        expect(found.seconds).toBeGreaterThanOrEqual(found.low);
        expect(found.seconds).toBeLessThanOrEqual(found.high);
        expect(estimate(costs.toReversed())).toEqual(found);
        const doubled = estimate(costs.map((cost) => 2 * cost));
        expect(doubled).toEqual({ seconds: 2 * found.seconds, low: 2 * found.low, high: 2 * found.high });
      }),
    );
  });
});

describe('a trial', () => {
  test('that failed has no time', () => {
    expect(timingOf({ costs: [], error: ErrorNo.wrongAnswer })).toBeUndefined();
  });

  test('is ranked by its estimate, and by the high end where the measurer said that it is noisy', () => {
    expect(timing(1, 1.02, 1.01)).toMatchObject({ noisy: false, rankedAt: 1.01 });
    expect(timingOf({ costs: [1, 1.02, 1.01], error: ErrorNo.none, noisy: true })!.rankedAt).toBe(1.02);
  });

  test('is undecided when it is noisy and could be near the best', () => {
    expect(isUndecided(timing(1, 1.3, 1.4), 0.93)).toBe(true);
    expect(isUndecided(timing(1, 1.3, 1.4), 0.92)).toBe(false);
    expect(isUndecided(timing(1, 1.1, 1.05), 1)).toBe(false);
    expect(isUndecided(timing(1, 1.1, 9), 1)).toBe(false);
    expect(isUndecided(timing(1, 1.3, 1.4))).toBe(true);
  });

  test('teaches a model the less the wider its interval is', () => {
    expect(weightOf(timing(5))).toBe(1);
    expect(weightOf(timing(1, 1.1, 1.2))).toBe(1);
    expect(weightOf(timing(0.8, 1, 1.2))).toBeCloseTo(0.25, 12);
  });
});

test('a later time stands, but a noisy one replaces neither one that is not nor one that ranks higher', () => {
  const look = (isFinal: boolean, ...costs: number[]): Look => ({ ...timing(...costs), isFinal });
  for (const isFinal of [false, true]) {
    const [calm, slower] = [look(true, 1, 1.01, 1.02), look(isFinal, 2, 2.01, 2.02)];
    const [noisy, noisier] = [look(isFinal, 1, 1.3, 1.4), look(isFinal, 1, 1.3, 1.45)];
    expect(standing(calm, slower)).toBe(slower);
    expect(standing(calm, noisy)).toBe(calm);
    expect(standing(noisy, slower)).toBe(slower);
    expect(standing(noisy, noisier)).toBe(noisy);
    expect(standing(noisier, noisy)).toBe(noisy);
  }
  const [lucky, finals] = [look(false, 1, 1.01, 1.02), look(true, 1, 1.3, 1.4)];
  expect(standing(lucky, finals)).toBe(finals);
});

import { describe, expect, test } from '@jest/globals';
import { mean } from 'simple-statistics';
import {
  CurvePosterior,
  logDensityOf,
  type Observed,
} from '../../../src/network/schedule/schedulers/learning-curve.js';
import { ucb } from '../../../src/network/schedule/schedulers/ucb.js';
import { gradient } from '../../../src/network/schedule/schedulers/gradient.js';
import { bandit } from '../../../src/network/schedule/schedulers/bandit.js';
import { kinOf, type TaskCourse } from '../../../src/network/schedule/schedulers/scheduler.js';

/** A course in batches of four trials. */
function course(name: string, seconds: readonly number[], more: Partial<TaskCourse> = {}): TaskCourse {
  const points = seconds.map((best, i) => ({ trials: 4 * (i + 1), seconds: best, done: 4 * (i + 1) }));
  return { name, weight: 1, flops: 1e9, kin: name, points, ...more };
}

describe("Ansor's gradient", () => {
  test('prefers a task that is more than twice as slow as its kin, by how much it may fall', () => {
    const quick = course('quick', [1, 1, 1, 1], { kin: 'same' });
    const slow = course('slow', [3, 3, 3, 3], { kin: 'same' });
    const other = course('other', [3.5, 3.5, 3.5, 3.5]);
    // Of the others a round takes a quarter: 0.875 of 3.5; of the slow one all that is above 2.
    expect(gradient.next([quick, slow, other], 48, 100, 1).name).toBe('slow');
    expect(gradient.next([quick, { ...slow, kin: 'alone' }, other], 48, 100, 1).name).toBe('other');
  });

  test('prefers of two equal tasks the one that fell lately', () => {
    const [still, falling] = [course('still', [2, 2, 2, 2]), course('falling', [3, 3, 3, 2])];
    expect(gradient.next([still, falling], 32, 100, 1).name).toBe('falling');
  });

  test('is not held by a task without a schedule that works', () => {
    const point = { trials: 4, seconds: undefined, done: 4 };
    const failing = { ...course('failing', []), weight: 1e6, points: [point] };
    expect(gradient.next([failing, course('works', [1])], 8, 100, 1).name).toBe('works');
  });
});

describe('the bandit', () => {
  test('forgets what lies further back than its window', () => {
    const long = (at: number): readonly number[] => Array.from({ length: 300 }, (_, i) => (i < at ? 2 : 1));
    const [early, late] = [course('early', long(1)), course('late', long(299))];
    expect(bandit.next([early, late], 2400, 5000, 1).name).toBe('late');
  });
});

describe('the posterior of learning curves', () => {
  const falls = (trials: number): number => 1 + 16 / trials;
  const stands = (): number => 1;
  const falling = observe(falls);

  test('expects of a curve of its family what that comes to', () => {
    const gain = new CurvePosterior(falling, 1).expectedGain(48);
    const own = 1 - falls(48) / falls(24);
    expect(gain / own).toBeGreaterThan(0.7);
    expect(gain / own).toBeLessThan(1.3);
  });

  test('expects less of a task that stands still, and more of more trials', () => {
    const [still, moving] = [new CurvePosterior(observe(stands), 1), new CurvePosterior(falling, 1)];
    expect(still.expectedGain(48)).toBeLessThan(moving.expectedGain(48));
    expect(moving.expectedGain(30)).toBeLessThan(moving.expectedGain(60));
  });

  test.each([
    ['that falls', falls],
    ['that stands still', stands],
    ['that falls in a step', (trials: number) => (trials < 16 ? 2 : 1)],
  ])('of a course %s gives the gain that integrating it gives', (_, seconds) => {
    const observed = observe(seconds);
    const gains = Array.from({ length: 16 }, (_, seed) => new CurvePosterior(observed, seed).expectedGain(48));
    expect(Math.abs(mean(gains) - integratedGain(observed, 48))).toBeLessThan(0.02);
  });

  test('is the same for the same seed, and another for another one', () => {
    const gain = (seed: number): number => new CurvePosterior(falling, seed).expectedGain(48);
    expect(gain(1)).toBe(gain(1));
    expect(gain(1)).not.toBe(gain(2));
  });

  test('gives the next batch to the task that falls, unless its weight is small', () => {
    const [falls, still] = [course('falls', [4, 3.5, 3, 2.5]), course('still', [2, 2, 2, 2])];
    expect(ucb.next([still, falls], 32, 100, 1).name).toBe('falls');
    expect(ucb.next([still, { ...falls, weight: 0.01 }], 32, 100, 1).name).toBe('still');
  });
});

/** What a task that takes so many seconds after so many trials was seen to reach. */
function observe(seconds: (trials: number) => number): readonly Observed[] {
  return [8, 12, 16, 20, 24].map((trials) => ({ trials, reached: seconds(24) / seconds(trials) }));
}

/** The expected gain at so many trials by the midpoint rule over all curves that are thought of. */
function integratedGain(observed: readonly Observed[], trials: number): number {
  const along = (count: number, low: number, high: number): number[] =>
    Array.from({ length: count }, (_, i) => low + ((i + 0.5) / count) * (high - low));
  let [mass, gain] = [0, 0];
  for (const asymptote of along(200, 0, 4))
    for (const logMidpoint of along(40, Math.log(1 / 4), Math.log(64)))
      for (const exponent of along(40, 1 / 4, 2)) {
        const density = Math.exp(logDensityOf({ asymptote, logMidpoint, exponent }, observed));
        const reached = asymptote / (1 + (Math.exp(logMidpoint) / trials) ** exponent);
        mass += density;
        gain += density * (1 - 1 / Math.max(1, reached));
      }
  return gain / mass;
}

test('kin are of one operator and of about one size', () => {
  expect(kinOf('conv2d', 1e9)).toBe(kinOf('conv2d', 1.05e9));
  expect(kinOf('conv2d', 1e9)).not.toBe(kinOf('conv2d', 4e9));
  expect(kinOf('conv2d', 1e9)).not.toBe(kinOf('dense', 1e9));
});

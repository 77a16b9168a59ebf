import { describe, expect, test } from '@jest/globals';
import { CurvePosterior } from '../../../src/network/schedule/schedulers/ucb.js';
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
    expect(gradient.next([quick, slow, other], 48, 100).name).toBe('slow');
    expect(gradient.next([quick, { ...slow, kin: 'alone' }, other], 48, 100).name).toBe('other');
  });

  test('prefers of two equal tasks the one that fell lately', () => {
    const [still, falling] = [course('still', [2, 2, 2, 2]), course('falling', [3, 3, 3, 2])];
    expect(gradient.next([still, falling], 32, 100).name).toBe('falling');
  });

  test('is not held by a task without a schedule that works', () => {
    const point = { trials: 4, seconds: undefined, done: 4 };
    const failing = { ...course('failing', []), weight: 1e6, points: [point] };
    expect(gradient.next([failing, course('works', [1])], 8, 100).name).toBe('works');
  });
});

describe('the bandit', () => {
  test('forgets what lies further back than its window', () => {
    const long = (at: number): readonly number[] => Array.from({ length: 300 }, (_, i) => (i < at ? 2 : 1));
    const [early, late] = [course('early', long(1)), course('late', long(299))];
    expect(bandit.next([early, late], 2400, 5000).name).toBe('late');
  });
});

describe('the posterior of learning curves', () => {
  const points = (seconds: (trials: number) => number): TaskCourse['points'] =>
    [8, 12, 16, 20, 24].map((trials) => ({ trials, seconds: seconds(trials), done: trials }));

  test('expects of a curve of its family what that comes to', () => {
    const seconds = (trials: number): number => 1e-3 * (1 + 16 / trials);
    const gain = new CurvePosterior(points(seconds)).expectedGain(48);
    expect(gain / (seconds(24) - seconds(48))).toBeGreaterThan(0.7);
    expect(gain / (seconds(24) - seconds(48))).toBeLessThan(1.3);
  });

  test('expects less of a task that stands still, and more of more trials', () => {
    const still = new CurvePosterior(points(() => 1e-3));
    const moving = new CurvePosterior(points((trials) => 1e-3 * (1 + 16 / trials)));
    expect(still.expectedGain(48)).toBeLessThan(moving.expectedGain(48));
    expect(moving.expectedGain(30)).toBeLessThan(moving.expectedGain(60));
    expect(new CurvePosterior([]).expectedGain(10)).toBe(0);
  });
});

test('kin are of one operator and of about one size', () => {
  expect(kinOf('conv2d', 1e9)).toBe(kinOf('conv2d', 1.05e9));
  expect(kinOf('conv2d', 1e9)).not.toBe(kinOf('conv2d', 4e9));
  expect(kinOf('conv2d', 1e9)).not.toBe(kinOf('dense', 1e9));
});

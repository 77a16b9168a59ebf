import { expect, test } from '@jest/globals';
import { Budget } from '../../src/tuner/budget.js';

test('trials: as many as asked for', () => {
  const budget = new Budget({ trials: 3, earlyStop: 100 });
  expect(budget.left).toBe(3);
  for (const throughput of [1, 2, 3]) {
    expect(budget.spent()).toBeUndefined();
    expect(budget.count(throughput)).toBe(true);
  }
  expect(budget.spent()).toBe('trials');
  expect(budget.left).toBe(0);
});

test('early stop counts trials since the last gain, and failures are none', () => {
  const budget = new Budget({ trials: 100, earlyStop: 2 });
  expect([budget.count(0), budget.count(5)]).toEqual([false, true]);
  expect(budget.left).toBe(2);
  expect([budget.count(5), budget.spent(), budget.count(0), budget.spent()]).toEqual([
    false,
    undefined,
    false,
    'early-stop',
  ]);
});

test('minutes are those of the clock', () => {
  let now = 1000;
  const budget = new Budget({ trials: 100, earlyStop: 100, minutes: 2 }, () => now);
  now += 119_999;
  expect(budget.spent()).toBeUndefined();
  expect(budget.millisecondsLeft).toBe(1);
  now += 1;
  expect(budget.spent()).toBe('minutes');
});

import { expect, test } from '@jest/globals';
import { LayerBudget } from '../../../src/network/schedule/tune-network.js';
import { SharedBudget } from '../../../src/tuner/budget.js';

test('trials are those of all layers', () => {
  const all = new SharedBudget({ trials: 3, earlyStop: 100 });
  const [one, other] = [new LayerBudget(all), new LayerBudget(all)];
  expect([one.count(1), other.count(1)]).toEqual([true, true]);
  expect([one.done, other.left, all.spent()]).toEqual([2, 1, undefined]);
  one.count(0);
  expect([other.left, all.spent()]).toEqual([0, 'trials']);
});

test('a gain of any layer is one of the network, and a layer without any is left out', () => {
  const all = new SharedBudget({ trials: 100, earlyStop: 3 });
  const [one, other] = [new LayerBudget(all), new LayerBudget(all)];
  one.count(5);
  for (const throughput of [4, 5]) expect(one.count(throughput)).toBe(false);
  other.count(1);
  expect([one.isOver, one.left, all.spent()]).toEqual([false, 1, undefined]);
  one.count(3);
  expect([one.isOver, one.left, other.isOver, all.left]).toEqual([true, 0, false, 2]);
  for (const throughput of [0, 0.5]) other.count(throughput);
  expect([all.left, all.spent()]).toEqual([0, 'early-stop']);
});

test('a second look that is a gain counts as one', () => {
  const all = new SharedBudget({ trials: 100, earlyStop: 2 });
  const one = new LayerBudget(all);
  for (const throughput of [5, 0, 0]) one.count(throughput);
  expect(all.spent()).toBe('early-stop');
  one.revise(6);
  expect([all.spent(), one.isOver, one.count(5.5)]).toEqual([undefined, false, false]);
  // One that shows that the best was too fast is none, and what beats the rest of it is.
  one.revise(5);
  expect([one.left, one.count(5.5), one.left]).toEqual([1, true, 2]);
});

test('minutes are those of the clock', () => {
  let now = 1000;
  const all = new SharedBudget({ trials: 100, earlyStop: 100, minutes: 2 }, () => now);
  now += 119_999;
  expect([all.spent(), all.millisecondsLeft]).toEqual([undefined, 1]);
  now += 1;
  expect(all.spent()).toBe('minutes');
});

import { expect, test } from '@jest/globals';
import { cpuTime, cpuUse, ownTicks, usedTicks } from '../../src/target/cpu-time.js';
import { allowedCpus } from '../../src/target/machine.js';

const stat = `cpu  52143 0 11667 87883 488 0 165 2112 0 0
cpu0 100 1 20 400 5 3 4 50 7 0
cpu1 200 2 30 300 6 0 0 60 0 0
cpu10 9000 0 0 0 0 0 0 0 0 0
intr 550737 0
`;

test('time of the CPUs that may be used is read, and of no others', () => {
  expect(usedTicks(stat, [0])).toEqual({ total: 583, busy: 128, stolen: 50 });
  expect(usedTicks(stat, [0, 1])).toEqual({ total: 583 + 598, busy: 128 + 232, stolen: 110 });
  expect(usedTicks(stat, [3])).toBeUndefined();
});

test('time of a process is its own and that of its children, whatever its name holds', () => {
  expect(ownTicks('7 (a) b (c) R 1 1 1 0 -1 0 0 0 0 0 11 12 13 14 20 0 1')).toBe(50);
});

test('what this process and its children do counts as nobody else’s', () => {
  const cpus = allowedCpus().length;
  const before = { total: 1000, busy: 100, stolen: 10, own: 40 };
  const after = { total: 1000 + 200 * cpus, busy: 300, stolen: 10 + 50 * cpus, own: 190 };
  expect(cpuUse(before, after)).toEqual({ others: 0.25, stolen: 0.25 });
  expect(cpuUse(before, { ...after, own: 300 })!.others).toBe(0);
  expect(cpuUse(before, before)).toBeUndefined();
  expect(cpuUse(undefined, after)).toBeUndefined();
});

test('this machine tells numbers that make sense, or nothing', () => {
  const time = cpuTime();
  if (time === undefined) return;
  expect(time.busy + time.stolen).toBeLessThanOrEqual(time.total);
  expect(time.own).toBeGreaterThan(0);
});

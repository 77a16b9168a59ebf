import { expect, test } from '@jest/globals';
import { limitNote, loadNote, measureLoad } from '../../src/target/load.js';

test('the load of this machine is numbers that make sense', () => {
  const load = measureLoad();
  expect(load.waiting).toBeGreaterThanOrEqual(0);
  expect(load.cores).toBeGreaterThanOrEqual(1);
  expect(load.slowdown).toBeGreaterThanOrEqual(1);
});

test('a quiet machine is not mentioned, and a busy one with its signs', () => {
  expect(loadNote({ waiting: 0.4, cores: 2, slowdown: 1.1 })).toEqual([]);
  expect(loadNote({ waiting: 3.14, cores: 2, slowdown: 1.02 })).toEqual([
    'The machine is busy (load average 3.1 on 2 cores): times are less certain.',
  ]);
  expect(loadNote({ waiting: 0, cores: 2, slowdown: 1.31 })).toEqual([
    'The machine is busy (a timed loop takes 1.31 times its fastest): times are less certain.',
  ]);
});

test('a limit of the control group is told before a run, and after it what it did', () => {
  const limit = { cores: 0.5, stopped: 12 };
  expect(loadNote({ waiting: 0, cores: 2, slowdown: 1, limit: { ...limit, cores: 2 } })).toEqual([]);
  expect(loadNote({ waiting: 0, cores: 2, slowdown: 1, limit })).toEqual([
    'A control group grants 0.5 of the 2 cores (cpu.max) and stops what takes more: times are less certain.',
  ]);
  expect(limitNote({ limit: undefined }, undefined)).toEqual([]);
  expect(limitNote({ limit }, { ...limit, stopped: 12.01 })).toEqual([]);
  expect(limitNote({ limit }, { ...limit, stopped: 14.5 })).toEqual([
    expect.stringMatching(/^The control group's limit stopped this run for 2\.50 s/),
  ]);
});

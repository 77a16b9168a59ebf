import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { schedulers } from '../../../src/network/schedule/schedulers/registry.js';
import { carryOut, failing, FIRST, latencyOf, learning, trialsOf, type FakeTask } from './fake-network.js';

const some = [learning(1, 1e-3, 9), learning(2, 4e-3, 3), learning(1, 2e-4, 30), learning(5, 1e-3, 1)];

const anyTask: fc.Arbitrary<FakeTask> = fc
  .record({
    weight: fc.double({ min: 0.1, max: 20, noNaN: true }),
    optimum: fc.double({ min: 1e-6, max: 1, noNaN: true }),
    loss: fc.double({ min: 0, max: 100, noNaN: true }),
    configs: fc.integer({ min: 1, max: 120 }),
    fails: fc.boolean(),
  })
  .map(({ weight, optimum, loss, configs, fails }) =>
    fails ? failing(weight, configs) : learning(weight, optimum, loss, configs),
  );
const anyTasks = fc.array(anyTask, { minLength: 1, maxLength: 8 });
const anyBudget = fc.integer({ min: 1, max: 300 });

describe.each(Object.entries(schedulers))('scheduler %s', (name, scheduler) => {
  test('carries the name it is registered by, and a line about itself', () => {
    expect(scheduler.name).toBe(name);
    expect(scheduler.summary).not.toBe('');
  });

  test('spends the budget exactly, or all configs of the tasks that work', () => {
    fc.assert(
      fc.property(anyTasks, anyBudget, (tasks, budget) => {
        const trials = trialsOf(tasks, carryOut(tasks, scheduler, budget));
        const spent = trials.reduce((a, b) => a + b, 0);
        const working = tasks.flatMap(({ seconds, configs }, i) =>
          seconds(1) === undefined ? [] : [[trials[i], configs]],
        );
        if (spent < budget) expect(working.every(([own, configs]) => own === configs)).toBe(true);
        else expect(spent).toBe(budget);
      }),
    );
  });

  test('gives every task its look before any gets more', () => {
    fc.assert(
      fc.property(anyTasks, anyBudget, (tasks, budget) => {
        const first = carryOut(tasks, scheduler, budget).slice(0, tasks.length);
        expect(first.map(({ task }) => task)).toEqual([...tasks.keys()].slice(0, Math.min(tasks.length, budget)));
      }),
    );
  });

  test('the same network is given the same batches', () => {
    fc.assert(
      fc.property(anyTasks, anyBudget, (tasks, budget) => {
        expect(carryOut(tasks, scheduler, budget)).toEqual(carryOut(tasks, scheduler, budget));
      }),
    );
  });

  test('gives up a task all trials of which fail, and goes on with the others', () => {
    const tasks = [some[0]!, failing(100), some[1]!];
    const [, failed] = trialsOf(tasks, carryOut(tasks, scheduler, 400));
    expect(failed).toBeGreaterThan(FIRST);
    expect(failed).toBeLessThanOrEqual(3 * FIRST);
  });

  test('of one task gives it everything', () => {
    expect(trialsOf([some[0]!], carryOut([some[0]!], scheduler, 101))).toEqual([101]);
  });

  test('does not ask a task that has no config left', () => {
    const tasks = [learning(100, 1, 100, 13), learning(1, 1e-3, 1)];
    expect(trialsOf(tasks, carryOut(tasks, scheduler, 200))).toEqual([13, 187]);
  });

  test('shares a budget smaller than the looks', () => {
    expect(trialsOf(some, carryOut(some, scheduler, 9))).toEqual(expect.arrayContaining([2, 2, 2]));
    expect(trialsOf(some, carryOut(some, scheduler, 2))).toEqual([1, 1, 0, 0]);
  });

  test('goes on with a task that has come to its optimum beside others', () => {
    const tasks = [learning(1, 1e-3, 0), learning(1, 1e-3, 50)];
    const [, learns] = trialsOf(tasks, carryOut(tasks, scheduler, 300));
    expect(learns).toBeGreaterThan(100);
  });
});

describe('those that go by latency', () => {
  test.each(['proportional', 'gradient', 'gain', 'bandit'] as const)(
    '%s leaves a network faster than turns do where one task is most of it',
    (name) => {
      const tasks = [learning(1, 1e-2, 30), learning(1, 1e-4, 1), learning(1, 1e-4, 1), learning(1, 1e-4, 1)];
      const [own, turns] = [schedulers[name], schedulers['round-robin']].map((scheduler) =>
        latencyOf(tasks, carryOut(tasks, scheduler, 120)),
      );
      expect(own).toBeLessThan(turns!);
    },
  );

  test.each(['proportional', 'gain', 'bandit', 'ucb'] as const)('%s counts what a weight says', (name) => {
    const tasks = [learning(1, 1e-3, 20), learning(10, 1e-3, 20)];
    const [light, heavy] = trialsOf(tasks, carryOut(tasks, schedulers[name], 200));
    expect(heavy).toBeGreaterThan(light!);
  });
});

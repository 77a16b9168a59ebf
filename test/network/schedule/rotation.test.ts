import { describe, expect, test } from '@jest/globals';
import { roundRobin } from '../../../src/network/schedule/schedulers/round-robin.js';
import { Rotation } from '../../../src/network/schedule/rotation.js';
import { carryOut, failing, learning, rotationOf } from './fake-network.js';

const pair = [learning(1, 1e-3, 5), learning(3, 2e-3, 5)];

describe('the rotation', () => {
  test('adds up weight times best, once every task has a schedule that works', () => {
    const rotation = rotationOf(pair, roundRobin, 100);
    rotation.enter(0, 8, 5e-3);
    expect(rotation.latency).toBeUndefined();
    rotation.enter(1, 8, 2e-3);
    expect(rotation.latency).toBeCloseTo(5e-3 + 3 * 2e-3, 12);
    expect([rotation.done, rotation.left]).toEqual([16, 84]);
  });

  test('leaves a task that is given up out of the latency', () => {
    const rotation = rotationOf([...pair, failing()], roundRobin, 100);
    rotation.enter(0, 8, 5e-3);
    rotation.enter(1, 8, 2e-3);
    rotation.enter(2, 8, undefined);
    expect([rotation.latency, rotation.isGivenUp(2)]).toEqual([undefined, false]);
    expect(rotation.next()?.arm).toBe(2);
    rotation.enter(2, 8, undefined);
    expect([rotation.latency, rotation.isGivenUp(2)]).toEqual([expect.closeTo(11e-3, 12), true]);
  });

  test('a small space without a config that works is given up at once', () => {
    const rotation = rotationOf([failing(1, 3), pair[0]!], roundRobin, 100);
    rotation.enter(0, 3, undefined);
    rotation.close(0);
    expect(rotation.isGivenUp(0)).toBe(true);
    expect(rotation.next()?.arm).toBe(1);
  });

  test('trials of a log count like new ones', () => {
    const rotation = rotationOf(pair, roundRobin, 100);
    rotation.enter(1, 30, 2e-3);
    expect(rotation.next()).toEqual({ arm: 0, size: 8 });
    rotation.enter(0, 8, 5e-3);
    expect(rotation.next()?.arm).toBe(0);
  });

  test('ends when all tasks are given up', () => {
    expect(carryOut([failing(), failing()], roundRobin, 500)).toHaveLength(4);
  });

  test('refuses two tasks of one name, and weights that are none', () => {
    const task = { arm: 0, name: 'a', weight: 1, flops: 1, kin: '' };
    const options = { scheduler: roundRobin, budget: 1, seed: 1, batchOf: () => 1 };
    expect(() => new Rotation([task, { ...task, arm: 1 }], options)).toThrow('the same name');
    for (const weight of [0, -1, NaN, Infinity])
      expect(() => new Rotation([{ ...task, weight }], options)).toThrow('must be above 0');
  });

  test('does not take a task that is not open from a scheduler', () => {
    const stray = {
      ...roundRobin,
      name: 'stray',
      next: () => ({ name: 'x', weight: 1, flops: 1, kin: '', points: [] }),
    };
    const rotation = rotationOf([pair[0]!], stray, 100);
    rotation.enter(0, 8, 1e-3);
    expect(() => rotation.next()).toThrow('The scheduler stray chose a task that is not open.');
  });
});

import { describe, expect, test } from '@jest/globals';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { KnownTask } from '../../src/model/prior.js';
import { shortList } from '../../src/explorer/short-list.js';

// Values that are no numbers are equally far from each other, so that trials tell nothing of their neighbours.
const space = new SpaceBuilder().choice('way', ['a', 'b', 'c', 'd', 'e']).build();

/** A task on which ways reach these shares. */
function task(distance: number, shares: Readonly<Record<string, number>>): KnownTask {
  const trials = Object.entries(shares)
    .map(([way, share]) => ({ values: { way }, share }))
    .toSorted((a, b) => b.share - a.share);
  return {
    workload: `far ${distance}`,
    target: 'llvm',
    fingerprint: undefined,
    place: `${distance}`,
    distance,
    trials,
  };
}

const waysOf = (tasks: readonly KnownTask[]): unknown[] =>
  shortList(space, tasks).map(({ config }) => config.values['way']);

describe('the list of what to try first', () => {
  test('begins with what does well everywhere, and goes on with what takes most of the loss that is left', () => {
    const tasks = [
      task(0, { a: 1, b: 0.8, c: 0.1, d: 0.82 }),
      task(0, { a: 0.2, b: 0.8, c: 1, d: 0.82 }),
      task(0, { a: 0.2, b: 0.9, c: 0.95, d: 0.8 }),
    ];
    // By the sum: b 2.5; then c, which adds 0.25, and not d, which is the second by the sum; then a.
    expect(waysOf(tasks).slice(0, 3)).toEqual(['b', 'c', 'a']);
  });

  test('goes by the nearest task where tasks disagree', () => {
    const near = { a: 1, b: 0.5 };
    const far = { a: 0.5, b: 1 };
    expect(waysOf([task(1, near), task(9, far)])[0]).toBe('a');
    expect(waysOf([task(1, far), task(9, near)])[0]).toBe('b');
  });

  test('leaves out what failed on a task as near as the nearest where it worked, and names each config once', () => {
    const ways = waysOf([task(0, { a: 0, b: 1, c: 0.9 }), task(1, { a: 1, b: 0, c: 1 })]);
    expect([...ways].sort()).toEqual(['b', 'c']);
  });

  test('says of each config where it comes from, and what it reaches there', () => {
    const [one, other] = [task(0, { a: 1, b: 0.6 }), task(2, { b: 1 })];
    const found = new Map(shortList(space, [one, other]).map((listed) => [listed.config.values['way'], listed]));
    expect(found.get('a')?.origins).toEqual([one]);
    expect(found.get('b')?.origins).toEqual([one, other]);
    expect(found.get('b')?.shares[0]).toBeCloseTo(0.6, 1);
  });

  test('is empty where nothing is known, or nothing of this template', () => {
    expect(shortList(space, [])).toEqual([]);
    expect(shortList(space, [{ ...task(0, {}), trials: [{ values: { other: 1 }, share: 1 }] }])).toEqual([]);
  });
});

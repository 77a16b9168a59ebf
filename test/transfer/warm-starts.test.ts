import { describe, expect, test } from '@jest/globals';
import { warmStartsOf } from '../../src/transfer/suggestions.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Values } from '../../src/space/space.js';

const space = new SpaceBuilder()
  .choice('tile', [1, 2, 4, 8])
  .choice('unroll', [1, 2])
  .constraint('small', ({ tile, unroll }) => tile * unroll <= 8)
  .build();

const values = (tile: number, unroll: number): Values => ({ tile, unroll });
const tilesOf = (tasks: Parameters<typeof warmStartsOf>[1]): unknown[] =>
  warmStartsOf(space, tasks).warmStarts.map((config) => [config.values['tile'], config.values['unroll']]);

describe('what was best elsewhere', () => {
  test('of the same workload comes first, by rank over all machines; of other workloads the best alone', () => {
    const tasks = [
      { sameWorkload: false, ranked: [values(8, 1), values(1, 1)], group: 'a' },
      { sameWorkload: true, ranked: [values(4, 1), values(2, 1)], group: 'b' },
      { sameWorkload: true, ranked: [values(4, 2), values(4, 1)], group: 'c' },
    ];
    expect(tilesOf(tasks)).toEqual([
      [4, 1],
      [4, 2],
      [2, 1],
      [8, 1],
    ]);
    const { warmStarts, origins } = warmStartsOf(space, tasks);
    expect(warmStarts.map(({ index }) => origins.get(index))).toEqual([['b', 'c'], ['c'], ['b'], ['a']]);
  });

  test('gives way to the nearest that this space has; what it forbids, or knows no knob for, is passed over', () => {
    const tasks = [
      { sameWorkload: true, ranked: [values(16, 1), values(8, 2), { tile: 4 }, values(2, 2)], group: 'a' },
    ];
    expect(tilesOf(tasks)).toEqual([
      [8, 1],
      [2, 2],
    ]);
  });

  test('of many is cut', () => {
    const wide = new SpaceBuilder()
      .choice(
        'tile',
        Array.from({ length: 64 }, (_, i) => i),
      )
      .build();
    const ranked = Array.from({ length: 64 }, (_, tile) => ({ tile }));
    expect(
      warmStartsOf(wide, [{ sameWorkload: true, ranked, group: 'a' }]).warmStarts.map(({ index }) => index),
    ).toEqual(Array.from({ length: 16 }, (_, tile) => tile));
  });
});

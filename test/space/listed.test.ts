import { describe, expect, test } from '@jest/globals';
import { ListedSpace } from '../../src/space/listed.js';
import { Random } from '../../src/space/random.js';

const knobs = [
  { name: 'a', kind: 'ot', values: [1, 2, 4] },
  { name: 'b', kind: 'ot', values: ['x', 'y', 'z', 'w'] },
] as const;
/** Of 12 combinations these. */
const listed = [7, 0, 11, 5];
const space = new ListedSpace(knobs, listed, 'it is not in the list.');

describe('a listed space', () => {
  test('has the listed configs and no others', () => {
    expect([space.rawSize, space.size, space.sizeIsExact]).toEqual([12, 4, true]);
    expect(Array.from({ length: 12 }, (_, i) => i).filter((i) => space.isValid(i))).toEqual([0, 5, 7, 11]);
    expect(space.get(7)).toEqual({ index: 7, values: { a: 2, b: 'z' } });
    expect(() => space.get(8)).toThrow('The config 8 is forbidden: it is not in the list.');
    expect(() => space.config({ a: 1, b: 'y' })).toThrow('it is not in the list.');
    expect(space.violation({ a: 2, b: 'z' })).toBeUndefined();
  });

  test('walks through them in order', () => {
    expect([0, 1, 6, 8, 11, 12].map((from) => space.nextValid(from))).toEqual([0, 5, 7, 11, 11, undefined]);
  });

  test('draws every one of them alike, and none that is excluded', () => {
    const random = new Random(1);
    const counts = new Map<number, number>();
    for (let i = 0; i < 4000; i++) {
      const { index } = space.sample(random)!;
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([0, 5, 7, 11]);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
    expect(space.sample(random, new Set([0, 5, 11]))?.index).toBe(7);
    expect(space.sample(random, new Set(listed))).toBeUndefined();
  });

  test('draws at once from a list that is a grain in a desert', () => {
    const values = Array.from({ length: 1000 }, (_, i) => i);
    const desert = new ListedSpace(
      ['a', 'b', 'c', 'd'].map((name) => ({ name, kind: 'ot', values })),
      [123_456_789_012, 3],
      'sand',
    );
    const random = new Random(2);
    const drawn = new Set(Array.from({ length: 50 }, () => desert.sample(random)!.index));
    expect(drawn).toEqual(new Set([3, 123_456_789_012]));
    expect(desert.neighbour(desert.get(3), random).index).toBe(123_456_789_012);
    expect(desert.nextValid(4)).toBe(123_456_789_012);
  });

  test('may hold nothing', () => {
    const empty = new ListedSpace(knobs, [], 'none');
    expect([empty.size, empty.sample(new Random(1)), empty.nextValid(0)]).toEqual([0, undefined, undefined]);
  });

  test('refuses indices that are none', () => {
    expect(() => new ListedSpace(knobs, [12], 'none')).toThrow('There is no config 12: indices go from 0 to 11.');
  });
});

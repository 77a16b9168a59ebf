import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { leastSum, type Table } from '../../../src/network/program/least-sum.js';
import { cpuSeconds } from '../../support/cpu-seconds.js';

const names = ['a', 'b', 'c', 'd', 'e'];
const cost = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 20 }) }, fc.constant(Infinity));

/** Sizes of domains, and tables over a few variables with an entry for each combination. */
const problems = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: names.length }).chain((sizes) =>
  fc.record({
    sizes: fc.constant(sizes),
    tables: fc.array(
      fc.record({
        over: fc.subarray(names.slice(0, sizes.length), { minLength: 1, maxLength: Math.min(3, sizes.length) }),
        entries: fc.array(cost, { minLength: 27, maxLength: 27 }),
      }),
      { maxLength: 6 },
    ),
  }),
);

function combinations(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (all, size) => all.flatMap((some) => Array.from({ length: size }, (_, i) => [...some, i])),
    [[]],
  );
}

test('finds what trying every combination finds', () => {
  fc.assert(
    fc.property(problems, ({ sizes, tables: drawn }) => {
      const domains = new Map(sizes.map((size, i) => [names[i]!, Array.from({ length: size }, (_, place) => place)]));
      const tables = drawn.map(({ over, entries }): Table<number> => ({
        over,
        cost: (choices) => entries[choices.reduce((at, choice) => 3 * at + choice, 0)]!,
      }));
      const sumOf = (choices: readonly number[]): number =>
        tables.reduce((sum, { over, cost }) => sum + cost(over.map((name) => choices[names.indexOf(name)]!)), 0);
      const least = Math.min(...combinations(sizes).map(sumOf));
      const solution = leastSum(domains, tables);
      expect(solution?.cost ?? Infinity).toBe(least);
      if (solution) expect(sumOf(names.slice(0, sizes.length).map((name) => solution.choices.get(name)!))).toBe(least);
    }),
  );
});

test('fixes what everything depends on where tables would have no end', () => {
  const all = Array.from({ length: 30 }, (_, i) => `v${i}`);
  const domains = new Map(all.map((name) => [name, [0, 1, 2]]));
  // Each agrees with each, as in a DenseNet, and likes 1.
  const tables = all.flatMap((a, i): Table<number>[] => [
    { over: [a], cost: ([x]) => Math.abs(x! - 1) },
    ...all.slice(i + 1).map((b) => ({ over: [a, b], cost: ([x, y]: readonly number[]) => (x === y ? 0 : 1) })),
  ]);
  const solution = leastSum(domains, tables)!;
  expect(solution.cost).toBe(0);
  expect(new Set(solution.choices.values())).toEqual(new Set([1]));
});

test.each([1, 2])('thousands that read one, each with %i choices, take time in proportion', (choices) => {
  const readers = Array.from({ length: 5000 }, (_, i) => `v${i}`);
  const domain = Array.from({ length: choices }, (_, i) => i);
  const tables = readers.map((name): Table<number> => ({ over: ['x', name], cost: ([x, y]) => (x === y ? 0 : 1) }));
  const start = cpuSeconds();
  expect(leastSum(new Map(['x', ...readers].map((name) => [name, domain])), tables)!.cost).toBe(0);
  expect(cpuSeconds(start)).toBeLessThan(2);
});

test('what is fixed may have a table of a million entries', () => {
  const domains = new Map(Array.from({ length: 20 }, (_, i) => [`v${i}`, [0, 1]]));
  const solution = leastSum(domains, [
    { over: [...domains.keys()], cost: (choices) => choices.reduce((sum, x) => sum + x, 0) },
  ])!;
  expect(solution.cost).toBe(0);
});

test('refuses tables that would not fit', () => {
  const domains = new Map(Array.from({ length: 25 }, (_, i) => [`v${i}`, [0, 1]]));
  const over = [...domains.keys()];
  expect(() => leastSum(domains, [{ over, cost: () => 0 }])).toThrow('a table over 25 layouts is too large');
});

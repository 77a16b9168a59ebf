import { describe, expect, test } from '@jest/globals';
import { clairvoyant } from '../../bench/systems/clairvoyant.js';
import type { SearchFigures } from '../../bench/systems/figures.js';
import type { SchedulerFigures } from '../../bench/systems/schedulers.js';
import { count, standing } from '../../bench/systems/sign-test.js';
import { schedulerVerdict, searchVerdict } from '../../bench/systems/verdict.js';
import type { SimulatedLayer } from '../../src/network/schedule/simulation.js';

/** A layer whose config of an index takes so many seconds; undefined for one that fails. */
function layer(weight: number, seconds: readonly (number | undefined)[]): SimulatedLayer {
  const rows = new Map(
    seconds.map((cost, index) => [
      index,
      { costs: cost === undefined ? [] : [cost], error: cost === undefined ? 1 : 0 },
    ]),
  );
  return { weight, table: { rows } } as unknown as SimulatedLayer;
}

describe('clairvoyance', () => {
  const layers = [layer(2, [9, 5, 4, 1]), layer(1, [undefined, 8, 2, 1]), layer(3, [3, 3, 3, 2])];
  const visited = layers.map(() => [0, 1, 2, 3]);

  test('deals out each budget in the best of all ways', () => {
    const best = (place: number, trials: number): number => {
      const { weight, table } = layers.at(place)!;
      const costs = Array.from({ length: trials }, (_, index) => table.rows.get(index)!.costs[0] ?? Infinity);
      return weight * Math.min(...costs, Infinity);
    };
    const all = Array.from({ length: 5 ** 3 }, (_, i) => [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)]);
    const least = (budget: number): number =>
      Math.min(
        ...all
          .filter((own) => own.reduce((a, b) => a + b, 0) <= budget)
          .map((own) => own.reduce((sum, trials, place) => sum + best(place, trials), 0)),
      );
    const found = clairvoyant(layers, visited, 12);
    expect(found).toHaveLength(12);
    expect(found.map((seconds) => seconds ?? Infinity)).toEqual(found.map((_, i) => least(i + 1)));
  });

  test('has no latency while a task has none', () => {
    expect(clairvoyant(layers, visited, 4).map((seconds) => seconds === undefined)).toEqual([true, true, true, false]);
  });
});

describe('the sign test', () => {
  test.each([
    [[1, 1, 1, 1, 1, 1], 2 / 64],
    [[1, 1, 1, 1, 1, -1], 14 / 64],
    [[1, -1], 1],
    [[], 1],
    [[0.001, -0.001], 1],
  ])('of differences %j is %d', (differences, p) => {
    expect(count(differences, 0.002).p).toBeCloseTo(p);
  });

  test('counts the tables that both have', () => {
    const own = new Map([
      ['a', 0.9],
      ['b', 0.5],
      ['c', 0.5],
    ]);
    const other = new Map([
      ['b', 0.6],
      ['c', 0.501],
      ['d', 1],
    ]);
    expect(standing(own, other)).toMatchObject({ ahead: 0, behind: 1, of: 2 });
  });
});

describe('a verdict on a search', () => {
  const tables = Array.from({ length: 12 }, (_, i) => `${i}`);
  const search = (name: string, score: number): SearchFigures => ({
    name,
    marks: [8, 32],
    fractions: { mean: [score, score], worst: [score, score] },
    p: { mean: score, worst: score },
    milliseconds: { tasks: 1, spaces: 1 },
    scores: new Map(tables.map((table) => [table, score])),
  });
  const [base, random] = [search('default', 0.8), search('random', 0.5)];

  test.each([
    [0.9, '**Helps** beside the default (12 ahead, 0 behind of 12, p < 0.001), better than random'],
    [0.8, '**No gain found** beside the default'],
    [0.6, '**Does not help** beside the default (0 ahead, 12 behind of 12, p < 0.001), better than'],
    [0.4, 'no better than random (0 ahead, 12 behind of 12, p < 0.001)'],
  ])('that reaches %d', (score, words) => {
    expect(searchVerdict(search('own', score), base, random)).toContain(words);
  });
});

describe('a verdict on a scheduler', () => {
  const needing = (share: number): SchedulerFigures => ({ name: '', shares: Array(10).fill(share), cells: new Map() });
  const verdict = (share: number): string => schedulerVerdict(needing(share), needing(0.98), needing(0.5));

  test.each([
    [0.8, "**Helps**: 0.80 of round-robin's budget to its latency"],
    [0.98, '**No gain found**: 0.98'],
    [Infinity, "**Does not help**: never of round-robin's budget"],
  ])('that needs %d of the budget', (share, words) => {
    expect(verdict(share)).toContain(words);
    expect(verdict(share)).toContain('where it needs 0.98 itself, and clairvoyance 0.50');
  });
});

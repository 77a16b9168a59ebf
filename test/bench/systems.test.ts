import { describe, expect, test } from '@jest/globals';
import { clairvoyant } from '../../bench/systems/clairvoyant.js';
import { meanDifference } from '../../bench/systems/difference.js';
import type { SearchFigures } from '../../bench/systems/figures.js';
import { medianOf } from '../../bench/systems/random-search.js';
import { replaceRows } from '../../bench/systems/replace-rows.js';
import type { SchedulerFigures } from '../../bench/systems/schedulers.js';
import { reachOf } from '../../bench/systems/spaces.js';
import { count, standing } from '../../bench/systems/sign-test.js';
import { schedulerVerdict, searchVerdict, type Judged } from '../../bench/systems/verdict.js';
import type { Table } from '../../src/log/table/table.js';
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
  const search = (name: string, score: number): Judged => ({
    name,
    scores: new Map(tables.map((table) => [table, score])),
  });
  const [standard, base, random] = [search('default', 0.8), search('sa', 0.6), search('random', 0.5)];

  test.each([
    [0.9, '**Helps** beside *default* (12 ahead, 0 behind of 12, p < 0.001, +0.100 (+0.100 to +0.100)); **Helps**'],
    [0.8, '**No gain found** beside *default*'],
    [
      0.7,
      '**Helps** beside *sa* (12 ahead, 0 behind of 12, p < 0.001, +0.100 (+0.100 to +0.100)); better than random.',
    ],
    [0.6, '**Does not help** beside *default* (0 ahead, 12 behind of 12, p < 0.001, -0.200'],
    [0.4, 'no better than random (0 ahead, 12 behind of 12, p < 0.001)'],
  ])('that reaches %d', (score, words) => {
    expect(searchVerdict(search('own', score), { standard, base, random })).toContain(words);
  });

  test('that is held against random search says so once', () => {
    expect(searchVerdict(search('own', 0.7), { standard, base: random, random })).toBe(
      '**Does not help** beside *default* (0 ahead, 12 behind of 12, p < 0.001, -0.100 (-0.100 to -0.100)); better than random.',
    );
  });
});

describe('the interval of a mean difference', () => {
  const scores = (values: readonly number[]): ReadonlyMap<string, number> =>
    new Map(values.map((value, table) => [`${table}`, value]));
  const zero = scores(Array<number>(30).fill(0));

  test('holds the mean, and nothing but it where all differ equally', () => {
    expect(meanDifference(scores([0.5, 0.5, 0.5]), zero)).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  test('is about two standard errors to either side', () => {
    const values = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 1 : -1));
    const { mean, low, high } = meanDifference(scores(values), zero)!;
    expect(mean).toBe(0);
    for (const end of [-low, high]) expect(Math.abs(end - 1.96 / Math.sqrt(30))).toBeLessThan(0.08);
  });

  test('is of the tables that both have', () => {
    expect(meanDifference(scores([1]), new Map([['elsewhere', 1]]))).toBeUndefined();
    expect(meanDifference(scores([1, 2]), scores([0]))).toMatchObject({ mean: 1 });
  });
});

describe('random search in closed form', () => {
  const table = (shares: readonly number[]): Pick<Table, 'rows' | 'best'> => ({
    best: 1,
    rows: new Map(
      shares.map((share, index) => [index, { costs: share > 0 ? [1 / share] : [], error: share > 0 ? 0 : 1 }]),
    ),
  });

  test('is the median of all draws', () => {
    const shares = [1, 0.8, 0.5, 0.4, 0, 0];
    for (const draws of [1, 2, 3]) {
      const bests = subsets(shares, draws).map((own) => Math.max(...own));
      const half = bests.toSorted((a, b) => b - a)[Math.ceil(bests.length / 2) - 1];
      expect(medianOf(table(shares), draws)).toBeCloseTo(half!, 12);
    }
  });

  test('is the best once all are drawn, and nothing where most fail', () => {
    expect(medianOf(table([0.5, 1, 0.25]), 3)).toBe(1);
    expect(medianOf(table([0.5, 1, 0.25]), 200)).toBe(1);
    expect(medianOf(table([1, 0, 0, 0, 0]), 1)).toBe(0);
  });

  function subsets(values: readonly number[], size: number): readonly (readonly number[])[] {
    if (size === 0) return [[]];
    return values.flatMap((value, i) => subsets(values.slice(i + 1), size - 1).map((rest) => [value, ...rest]));
  }
});

describe('what the default reaches on spaces', () => {
  const search = (name: string, scores: readonly number[]): SearchFigures =>
    ({ name, spaces: new Map(scores.map((score, space) => [`${space}`, score])) }) as unknown as SearchFigures;
  const spaces = new Map(['a', 'b', 'c'].map((title, space) => [`${space}`, title]));
  const byName = (all: readonly SearchFigures[]): ReadonlyMap<string, SearchFigures> =>
    new Map(all.map((one) => [one.name, one]));

  test('names those where it is low, and where another, ours or not, is ahead', () => {
    const searches = byName([
      search('default', [0.3, 0.8, 0.9]),
      search('sa', [0.2, 0.82, 0.1]),
      search('oracle', [1, 1, 1]),
    ]);
    const sentence = reachOf({ searches, peers: [search('Kernel Tuner pso', [0.1, 0.1, 0.95])], spaces });
    expect(sentence).toBe(
      'Of 3 spaces the default is below 0.40 on 1 (a), and more than 0.03 below the best single search on 1 (c).',
    );
  });

  test('when it is ahead everywhere then it says none', () => {
    const searches = byName([search('default', [0.5, 0.8, 0.9]), search('sa', [0.2, 0.81, 0.1])]);
    expect(reachOf({ searches, peers: [], spaces })).toContain('below 0.40 on none');
  });
});

describe('rows of a page that are replaced', () => {
  const page = [
    '|**A** (x)|old|',
    '|**B** (x)|kept|',
    '',
    '||*default*|1|',
    '||Kernel Tuner pso|1|',
    '|A|s|1|',
    '|B|s|1|',
  ];

  test('are those of the systems, and of what they stand beside', () => {
    const part = ['|**A** (x)|new|', '||*default*|2|', '||Kernel Tuner pso|2|', '|A|s|2|', '|A|t|2|'].join('\n');
    expect(replaceRows(page.join('\n'), part, ['A']).split('\n')).toEqual([
      ...['|**A** (x)|new|', '|**B** (x)|kept|', '', '||*default*|2|', '||Kernel Tuner pso|2|'],
      ...['|A|s|2|', '|A|t|2|', '|B|s|1|'],
    ]);
  });

  test('peers that the part lacks stay, and new ones come in', () => {
    const part = ['||*default*|2|', '||Kernel Tuner firefly|2|'].join('\n');
    const lines = replaceRows(page.join('\n'), part, ['A']).split('\n');
    expect(lines).toContain('||Kernel Tuner pso|1|');
    expect(lines.indexOf('||Kernel Tuner firefly|2|')).toBe(lines.indexOf('||Kernel Tuner pso|1|') + 1);
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

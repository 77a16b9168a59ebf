import { describe, expect, test } from '@jest/globals';
import { explorers } from '../../src/explorer/registry.js';
import { JudgedHistory } from '../../src/explorer/judged-history.js';
import { knobFeaturizer } from '../../src/features/knobs.js';
import type { Row } from '../../src/model/model.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { contextOf, largeSpace, NearestRow, observe, throughput } from './fixtures.js';

const space = largeSpace();
const featurizer = knobFeaturizer(space);

function configs(count: number, seed: number): Config[] {
  const random = new Random(seed);
  const drawn = Array.from({ length: count }, () => space.sample(random)!);
  return [...new Map(drawn.map((config) => [config.index, config])).values()];
}

function told(of: readonly Config[], score: (config: Config) => number, group: string): Row[] {
  return of.map((config) => {
    const features = new Float32Array(featurizer.width);
    featurizer.write(config, features, 0);
    return { features, score: score(config), group };
  });
}

const many = configs(1000, 1);
/** So few that each source is judged by all of its rows. */
const few = many.slice(0, 120);
const shuffled = ((): ((config: Config) => number) => {
  const scores = many.map(throughput);
  new Random(5).shuffle(scores);
  const known = new Map(many.map((config, i) => [config.index, scores[i]!]));
  return (config) => known.get(config.index)!;
})();

/** What is made of the truth before it is told. */
const faults = {
  right: throughput,
  inverted: (config: Config) => 1 - throughput(config),
  shuffled,
  constant: () => 1,
  'of failures': () => 0,
};

const countsOf = (rows: readonly Row[], names: readonly string[]): number[] =>
  names.map((name) => rows.filter(({ group }) => group === name).length);

const historyOf = (rows: readonly Row[]): JudgedHistory =>
  new JudgedHistory(rows, new Random(1), new NearestRow(), featurizer);

const observedOf = (of: readonly Config[]): ReadonlyMap<number, ReturnType<typeof observe>[number]> =>
  new Map(observe(of, throughput).map((one) => [one.config.index, one]));

describe('history that is judged', () => {
  test('has about as many rows of every task, and all of those that have few', () => {
    const rows = ['a', 'b'].flatMap((name) => told(many, throughput, name));
    const history = historyOf([...rows, ...told(many.slice(0, 10), throughput, 'c')]);
    const [a, b, c] = countsOf(history.rows(0), ['a', 'b', 'c']);
    expect(a).toBe(b);
    expect(a).toBeGreaterThan(50);
    expect(c).toBe(10);
  });

  test('has the best of every task, and others, none twice', () => {
    const byScore = told(many, throughput, 'a').toSorted((x, y) => y.score - x.score);
    const rows = historyOf(byScore).rows(0);
    expect(rows).toContain(byScore[0]);
    expect(rows.filter((row) => byScore.indexOf(row) < many.length / 10).length).toBeGreaterThan(rows.length / 4);
    expect(rows.filter((row) => byScore.indexOf(row) > many.length / 2).length).toBeGreaterThan(rows.length / 4);
    expect(new Set(rows).size).toBe(rows.length);
  });

  test('fades with own trials, keeps what it had, and ends', () => {
    const history = historyOf(told(many, throughput, 'a'));
    const [early, later] = [history.rows(0), history.rows(8)];
    expect(later.length).toBeCloseTo(early.length / 2, -1);
    expect(later.every((row) => early.includes(row))).toBe(true);
    expect(history.rows(400)).toEqual([]);
  });

  test('of nothing has nothing to tell', async () => {
    const none = historyOf([]);
    await none.judge(observedOf(many.slice(0, 8)));
    expect(none.isHeard).toBe(false);
    expect(none.rows(0)).toEqual([]);
  });

  test('is heard without evidence, and each source by what it predicted of the own trials', async () => {
    const names = Object.keys(faults) as (keyof typeof faults)[];
    const history = historyOf(names.flatMap((name) => told(few, faults[name], name)));
    const own = few.slice(0, 32);
    await history.judge(observedOf(own.slice(0, 7)));
    expect(names.map((name) => history.believes(name))).toEqual(names.map(() => true));
    const before = countsOf(history.rows(0), ['right'])[0]!;
    await history.judge(observedOf(own));
    expect(names.filter((name) => history.believes(name))).toEqual(['right']);
    expect(countsOf(history.rows(0), ['right'])[0]).toBeGreaterThan(before);
  });

  test('asks for few fits, however long the search', async () => {
    const model = new NearestRow();
    const history = new JudgedHistory(told(many, throughput, 'a'), new Random(1), model, featurizer);
    const own = configs(200, 9);
    for (let trials = 0; trials <= own.length; trials += 4) await history.judge(observedOf(own.slice(0, trials)));
    expect(model.fits.length).toBeGreaterThanOrEqual(3);
    expect(model.fits.length).toBeLessThanOrEqual(5);
  });
});

describe('a guided search with history', () => {
  const best = (score: (config: Config) => number): readonly Config[] =>
    many.toSorted((a, b) => score(b) - score(a)).slice(0, 16);

  /** The trials of a search that is told `fault`, in batches of 8 and then 4. */
  async function tried(fault: keyof typeof faults, trials: number): Promise<readonly Config[]> {
    const [rows, warmStarts] = [told(many, faults[fault], 'elsewhere'), best(faults[fault])];
    const origins = new Map(warmStarts.map(({ index }) => [index, ['elsewhere']]));
    const explorer = explorers['sa']!.create(
      contextOf(space, { model: new NearestRow(), prior: { rows, warmStarts, origins }, random: new Random(3) }),
    );
    const all: Config[] = [];
    while (all.length < trials) {
      const batch = await explorer.propose(all.length === 0 ? 8 : 4);
      explorer.observe(observe(batch, throughput));
      all.push(...batch);
    }
    return all;
  }

  const startsIn = (batch: readonly Config[], fault: keyof typeof faults): number =>
    batch.filter(({ index }) => best(faults[fault]).some((start) => start.index === index)).length;

  test('spends few of the first trials on it, and more when they agree', async () => {
    const right = await tried('right', 16);
    expect(startsIn(right.slice(0, 2), 'right')).toBe(2);
    expect(startsIn(right.slice(8), 'right')).toBeGreaterThanOrEqual(4);
  });

  test.each(['inverted', 'shuffled', 'constant', 'of failures'] as const)(
    'tries nothing more of what was best there when it is %s',
    async (fault) => {
      const trials = await tried(fault, 24);
      expect(new Set(trials.map(({ index }) => index)).size).toBe(24);
      expect(startsIn(trials.slice(0, 8), fault)).toBeLessThanOrEqual(5);
      expect(startsIn(trials.slice(8), fault)).toBe(0);
    },
  );
});

import { describe, expect, test } from '@jest/globals';
import type { ExplorerContext } from '../../src/explorer/explorer.js';
import { explorers } from '../../src/explorer/registry.js';
import { SiblingRows } from '../../src/explorer/sibling-rows.js';
import type { Row } from '../../src/model/model.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { contextOf, largeSpace, NearestRow, observe, throughput } from './fixtures.js';

const space = largeSpace();
const { featurizer } = contextOf(space);
const configs = (count: number, seed: number): Config[] => {
  const random = new Random(seed);
  return Array.from({ length: count }, () => space.sample(random)!);
};

/** What a sibling tells of some configs. */
function told(of: readonly Config[], score: (config: Config) => number, group = 'sibling'): Row[] {
  return of.map((config) => {
    const features = new Float32Array(featurizer.width);
    featurizer.write(config, features, 0);
    return { features, score: score(config), group };
  });
}

const observedOf = (of: readonly Config[]): ReadonlyMap<number, ReturnType<typeof observe>[number]> =>
  new Map(observe(of, throughput).map((one) => [one.config.index, one]));

describe('rows of siblings', () => {
  const own = configs(24, 1);
  const judged = async (rows: readonly Row[], trials: number): Promise<readonly Row[]> => {
    const siblings = new SiblingRows(() => ({ rows, warmStarts: [] }), new NearestRow(), featurizer);
    await siblings.judge(observedOf(own.slice(0, trials)));
    return siblings.rows;
  };

  test('are believed until there is evidence, and then while they agree with the own trials', async () => {
    const [right, wrong] = [told(own, throughput), told(own, (config) => 1 - throughput(config))];
    expect(await judged(wrong, 3)).toHaveLength(24);
    expect(await judged(wrong, 24)).toEqual([]);
    expect(await judged(right, 24)).toHaveLength(24);
  });

  test('are judged anew each time', async () => {
    let rows = told(own, (config) => 1 - throughput(config));
    const siblings = new SiblingRows(() => ({ rows, warmStarts: [] }), new NearestRow(), featurizer);
    await siblings.judge(observedOf(own));
    expect(siblings.rows).toEqual([]);
    rows = told(own, throughput);
    await siblings.judge(observedOf(own));
    expect(siblings.rows).toEqual(rows);
  });

  test('fade, the latest of each sibling last', async () => {
    const many = [...configs(2000, 2), ...own];
    const rows = [told(many, throughput, 'a'), told(many, throughput, 'b')];
    const first = await judged(rows.flat(), 0);
    expect(first).toEqual(rows.flatMap((group) => group.slice(-384)));
    const later = await judged(rows.flat(), 24);
    expect(later.length).toBeLessThan(first.length);
    expect(later.length).toBeGreaterThan(0);
  });

  test('that teach nothing are left out', async () => {
    expect(
      await judged(
        told(own, () => 0),
        24,
      ),
    ).toEqual([]);
    const alone = new SiblingRows(undefined, new NearestRow(), featurizer);
    await alone.judge(observedOf(own));
    expect(alone.rows).toEqual([]);
  });
});

describe('a guided search with siblings', () => {
  const good = configs(400, 3).toSorted((a, b) => throughput(b) - throughput(a));
  const firstBatch = async (siblings: ExplorerContext['siblings']): Promise<readonly Config[]> =>
    explorers['sa']!.create(contextOf(space, { epsilon: 0, ...(siblings && { siblings }) })).propose(8);
  const meanOf = (of: readonly Config[]): number => of.reduce((sum, one) => sum + throughput(one), 0) / of.length;

  test('begins with what was best there and what their model likes', async () => {
    const informed = await firstBatch(() => ({ rows: told(good, throughput), warmStarts: good.slice(0, 2) }));
    expect(informed.map(({ index }) => index)).toEqual(expect.arrayContaining(good.slice(0, 2).map((c) => c.index)));
    expect(meanOf(informed)).toBeGreaterThan(meanOf(await firstBatch(undefined)));
  });

  /** The trials of a search that siblings are told so, in batches of 4. */
  const tried = async (score: (config: Config) => number, trials: number): Promise<readonly Config[]> => {
    const best = good.toSorted((a, b) => score(b) - score(a));
    const siblings: ExplorerContext['siblings'] = () => ({ rows: told(best, score), warmStarts: best.slice(0, 12) });
    const explorer = explorers['sa']!.create(contextOf(space, { epsilon: 0, siblings }));
    const all: Config[] = [];
    while (all.length < trials) {
      const batch = await explorer.propose(4);
      explorer.observe(observe(batch, throughput));
      all.push(...batch);
    }
    return all;
  };
  const ranks = new Map(good.map(({ index }, rank) => [index, rank]));

  test('goes on with what was best there when they are right', async () => {
    const trials = await tried(throughput, 8);
    expect(trials.slice(4).filter(({ index }) => (ranks.get(index) ?? Infinity) < 12)).toHaveLength(2);
  });

  test.each([
    ['inverted', (config: Config) => 1 - throughput(config)],
    ['the same everywhere', () => 1],
    ['failures', () => 0],
  ])('that mislead (%s) cost the first batch, and nothing after it', async (_, score) => {
    const trials = await tried(score, 16);
    const best = good.toSorted((a, b) => score(b) - score(a)).slice(0, 12);
    const isTheirs = ({ index }: Config): boolean => best.some((one) => one.index === index);
    expect(trials.slice(0, 4).filter(isTheirs).length).toBeLessThanOrEqual(2);
    expect(trials.slice(4).filter(isTheirs)).toEqual([]);
  });

  test('begins as one alone while they have tried nothing', async () => {
    const alone = await firstBatch(undefined);
    expect(await firstBatch(() => ({ rows: [], warmStarts: [] }))).toEqual(alone);
  });
});

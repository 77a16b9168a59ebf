import { describe, expect, test } from '@jest/globals';
import { BeamSearch } from '../../src/explorer/beam-search.js';
import type { Objective } from '../../src/explorer/maximiser.js';
import { beam } from '../../src/explorer/strategies/beam.js';
import { Structure } from '../../src/explorer/structure.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';
import { Decisions } from '../../src/space/decisions.js';
import { Random } from '../../src/space/random.js';
import { selections } from '../../src/explorer/selection/registry.js';
import { bestAfter, constrainedSpace, contextOf, largeSpace, NearestRow, observe, throughput } from './fixtures.js';

const score = (config: Parameters<typeof throughput>[0]): number => 4 * Math.log(throughput(config));

function objectiveOf(space: Objective['space'], overrides: Partial<Objective> = {}): Objective {
  return { space, random: new Random(3), visited: new Set(), fastest: [], score, ...overrides };
}

describe('beam search', () => {
  test('finds a config of nearly the highest score of a large space', () => {
    const space = largeSpace();
    const { best, evaluated } = new BeamSearch(space).search({ width: 8, passes: 5 }, objectiveOf(space));
    expect(throughput(best!)).toBeGreaterThan(0.95);
    expect(evaluated).toBeLessThan(20_000);
  });

  test('proposes what it finds, all different, none visited, the best first', () => {
    const space = largeSpace();
    const { best: first } = new BeamSearch(space).search({ width: 8, passes: 5 }, objectiveOf(space));
    const visited = new Set([first!.index]);
    const { best } = new BeamSearch(space).find(12, 4096, objectiveOf(space, { visited }));
    expect(best.length).toBeGreaterThan(4);
    expect(new Set(best.map(({ config }) => config.index)).size).toBe(best.length);
    expect(best.map(({ config }) => config.index)).not.toContain(first!.index);
    expect(best.map((proposal) => proposal.score)).toEqual(
      best.map((proposal) => proposal.score).toSorted((a, b) => b - a),
    );
  });

  /**
   * The optimum lies behind prefixes that cost more than others: all of the first word cost less, and only an end of
   * the second shows that it is the better one.
   */
  test('five passes find an optimum that one misses', () => {
    const space = new SpaceBuilder()
      .choice('site', ['root', 'inline'])
      .choice('rows', [1, 2, 16])
      .choice('order', ['x', 'y'])
      .build();
    const costs: Readonly<Record<string, number>> = {
      ...{ 'root,1,x': 1, 'root,2,x': 1.05, 'root,16,x': 1.05, 'root,1,y': 0.7, 'root,2,y': 1.2, 'root,16,y': 0.1 },
      ...{ 'inline,1,x': 0.9, 'inline,2,x': 0.9, 'inline,16,x': 0.9 },
    };
    const cost = ({ values }: Config): number => costs[Object.values(values).join()] ?? 5;
    const objective = objectiveOf(space, { score: (config) => -Math.log(cost(config)) });
    const found = [1, 2, 5].map((passes) => cost(new BeamSearch(space).search({ width: 3, passes }, objective).best!));
    expect(found).toEqual([0.9, 0.1, 0.1]);
  });

  test('begins with what the fastest trial decides of the rest', () => {
    const space = constrainedSpace();
    const asked: number[] = [];
    const fastest = [space.get(space.nextValid(40)!)];
    const count = ({ index }: { readonly index: number }): number => asked.push(index);
    new BeamSearch(space).search({ width: 1, passes: 1 }, objectiveOf(space, { fastest, score: count }));
    expect(asked[0]).toBe(fastest[0]!.index);
  });

  test('when scores are not finite then it still ends', () => {
    const space = constrainedSpace();
    for (const value of [NaN, Infinity, -Infinity, 1e6])
      expect(() => new BeamSearch(space).find(4, 256, objectiveOf(space, { score: () => value }))).not.toThrow();
  });

  test('guided by trials alone it comes near the best', async () => {
    expect(await bestAfter(beam.create(contextOf(largeSpace())), 96)).toBeGreaterThan(0.6);
  });

  test('goes on after an earlier run', async () => {
    const space = largeSpace();
    const explorer = beam.create(contextOf(space));
    const earlier = Array.from({ length: 24 }, () => space.sample(new Random(9))!);
    explorer.observe(observe(earlier, throughput));
    expect(await explorer.propose(8)).toHaveLength(8);
  });
});

test('a model that was trained before is asked from the first trial on', async () => {
  const model = new NearestRow();
  const space = largeSpace();
  const random = new Random(4);
  const { featurizer } = contextOf(space);
  const rows = Array.from({ length: 200 }, () => space.sample(random)!).map((config) => {
    const features = new Float32Array(featurizer.width);
    featurizer.write(config, features, 0);
    return { features, score: throughput(config), group: 'elsewhere' };
  });
  await model.fit(rows);
  const batch = await beam.create(contextOf(space, { model, selection: selections['top-k'] })).propose(8);
  const untrained = await beam.create(contextOf(space)).propose(8);
  const mean = (configs: typeof batch): number =>
    configs.reduce((sum, config) => sum + throughput(config), 0) / configs.length;
  expect(mean(batch)).toBeGreaterThan(1.2 * mean(untrained));
});

describe('the structure of a prefix', () => {
  const space = new SpaceBuilder()
    .choice('site', ['inline', 'root'])
    .choice('rows', [1, 8, 16, 32, 64])
    .split('tile', 64, 2)
    .build();
  const decisions = new Decisions(space);
  const structure = new Structure(decisions);
  const at = (site: number, rows: number, detail: number): string => {
    const prefix = decisions.next(decisions.next(decisions.root())[site]!)[rows]!;
    return structure.of(prefix, detail);
  };

  test('is that of words alone from far, and of all values from near', () => {
    expect(at(0, 1, 0)).toBe(at(0, 4, 0));
    expect(at(0, 1, 0)).not.toBe(at(1, 1, 0));
    expect(at(0, 0, 1)).not.toBe(at(0, 1, 1));
    expect(at(0, 1, 1)).toBe(at(0, 4, 1));
    expect(at(0, 1, 2)).not.toBe(at(0, 2, 2));
    expect(at(0, 2, 3)).toBe(at(0, 3, 3));
    expect(at(0, 2, 4)).not.toBe(at(0, 3, 4));
  });

  test('has as many parts as there are decisions', () => {
    expect(structure.of(decisions.root(), 5)).toBe('');
    expect(at(1, 2, 5)).toBe('root,16');
  });
});

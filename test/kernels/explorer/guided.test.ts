import { describe, expect, test } from '@jest/globals';
import { median, quantile } from 'simple-statistics';
import type { Explorer } from '../../../src/explorer/explorer.js';
import { explorers } from '../../../src/explorer/registry.js';
import { knobFeaturizer } from '../../../src/features/knobs.js';
import type { Row } from '../../../src/model/model.js';
import { models } from '../../../src/model/registry.js';
import type { Config } from '../../../src/space/config.js';
import { SpaceBuilder } from '../../../src/space/builder.js';
import { Random } from '../../../src/space/random.js';
import { sharedTrainer } from '../../support/trainer.js';
import { bestAfter, contextOf, largeSpace, NearestRow, observe, throughput } from '../../explorer/fixtures.js';

const trainer = sharedTrainer();

/** Best throughput of a run, 1 being the best there is. */
function bestOf(explorerName: string, seed: number, trials: number): Promise<number> {
  const context = contextOf(largeSpace(), { random: new Random(seed), model: models['xgb-rank']({ trainer }) });
  return bestAfter(explorers[explorerName]!.create(context), trials);
}

/** Rows of another task, which has the same best configs. */
function historyOf(count: number): Row[] {
  const space = largeSpace();
  const featurizer = knobFeaturizer(space);
  const random = new Random(11);
  return Array.from({ length: count }, () => {
    const config = space.sample(random)!;
    const features = new Float32Array(featurizer.width);
    featurizer.write(config, features, 0);
    return { features, score: throughput(config), group: 'another task' };
  });
}

describe('a search guided by a cost model', () => {
  test('finds better configs than random sampling does in the same number of trials', async () => {
    const seeds = [1, 2, 3, 4, 5];
    const annealed = await Promise.all(seeds.map((seed) => bestOf('sa', seed, 64)));
    const random = await Promise.all(seeds.map((seed) => bestOf('random', seed, 64)));
    expect(median(annealed)).toBeGreaterThan(0.9);
    expect(median(annealed)).toBeGreaterThan(median(random) + 0.05);
  });

  test('fits once before a batch, on everything observed, with scores relative to the best', async () => {
    const model = new NearestRow();
    const explorer = explorers['sa']!.create(contextOf(largeSpace(), { model }));
    const first = await explorer.propose(16);
    expect(model.fits).toHaveLength(0);
    explorer.observe(observe(first.slice(0, 8), throughput));
    explorer.observe(observe(first.slice(8), () => 0));
    await explorer.propose(8);
    await explorer.propose(8);
    expect(model.fits).toHaveLength(1);
    const scores = model.fits[0]!.map((row) => row.score);
    expect(scores).toHaveLength(16);
    expect(Math.max(...scores)).toBe(1);
    expect(scores.filter((score) => score === 0)).toHaveLength(8);
  });

  test('when too little was observed to learn from then it does not fit', async () => {
    const model = new NearestRow();
    const explorer = explorers['sa']!.create(contextOf(largeSpace(), { model }));
    explorer.observe(observe(await explorer.propose(4), throughput));
    await explorer.propose(4);
    expect(model.fits).toHaveLength(0);
  });

  test('when there is history then already the first batch is better than chance', async () => {
    const model = models['xgb-rank']({ trainer });
    const informed = explorers['sa']!.create(
      contextOf(largeSpace(), { model, prior: { rows: historyOf(200), warmStarts: [] } }),
    );
    const blind = explorers['sa']!.create(contextOf(largeSpace()));
    // Half of it is spread over the space, to judge the history by.
    const scoreOf = async (explorer: Explorer): Promise<number> =>
      quantile((await explorer.propose(16)).map(throughput), 0.75);
    expect(await scoreOf(informed)).toBeGreaterThan((await scoreOf(blind)) + 0.2);
  });

  test('when something was best elsewhere then the first batch begins with it, and has some of everything', async () => {
    const space = largeSpace();
    const random = new Random(3);
    const seeds = Array.from({ length: 20 }, () => space.sample(random)!);
    const prior = { rows: historyOf(200), warmStarts: seeds };
    const explorer = explorers['sa']!.create(contextOf(space, { model: models['xgb-rank']({ trainer }), prior }));
    const batch = await explorer.propose(16);
    expect(batch.slice(0, 4)).toEqual(seeds.slice(0, 4));
    expect(median(batch.slice(4, 8).map(throughput))).toBeGreaterThan(median(batch.slice(8).map(throughput)));
    explorer.observe(observe(batch, throughput));
    const next = await explorer.propose(16);
    expect(next.filter((config) => seeds.slice(4).some((seed) => seed.index === config.index))).toEqual([]);
  });

  test('what the author suggests is the first trial, also beside a history', async () => {
    const space = largeSpace();
    const random = new Random(3);
    const [suggested, ...seeds] = Array.from({ length: 9 }, () => space.sample(random)!);
    const prior = { rows: historyOf(200), warmStarts: [...seeds, suggested!], suggested };
    const explorer = explorers['sa']!.create(contextOf(space, { model: models['xgb-rank']({ trainer }), prior }));
    const batch = await explorer.propose(8);
    expect(batch.slice(0, 3)).toEqual([suggested, ...seeds.slice(0, 2)]);
    for (const few of [1, 2, 3]) {
      const other = explorers['sa']!.create(contextOf(space, { model: models['xgb-rank']({ trainer }), prior }));
      expect((await other.propose(few)).length).toBe(few);
    }
    explorer.observe(observe(batch, throughput));
    expect(await explorer.propose(8)).not.toContainEqual(suggested);
  });

  test.each([
    ['agrees with what is measured', throughput, true],
    ['contradicts it', (config: Config) => 2 - throughput(config), false],
  ])('history is learned from after the first batch if it %s', async (_, score, heard) => {
    const model = new NearestRow();
    const prior = { rows: historyOf(200), warmStarts: [] };
    const explorer = explorers['sa']!.create(contextOf(largeSpace(), { model, prior }));
    explorer.observe(observe(await explorer.propose(16), score));
    await explorer.propose(4);
    const groups = new Set(model.fits.at(-1)!.map(({ group }) => group));
    expect(groups.has('another task')).toBe(heard);
  });

  test('when epsilon is 1 then every place of a batch is drawn at random', async () => {
    const model = new NearestRow();
    const explorer = explorers['sa']!.create(contextOf(largeSpace(), { model, epsilon: 1 }));
    explorer.observe(observe(await explorer.propose(64), throughput));
    const scores = (await explorer.propose(64)).map(throughput);
    expect(median(scores)).toBeLessThan(0.6);
  });

  test('when nothing is forbidden then the first trials take every value of a knob equally often', async () => {
    const space = new SpaceBuilder()
      .split('tile', 2 ** 15, 3)
      .choice('unroll', [1, 2, 4, 8])
      .split('rest', 360, 2)
      .build();
    const configs = await explorers['sa']!.create(contextOf(space)).propose(16);
    const unrolls = configs.map(({ values }) => values['unroll'] as number);
    expect(unrolls.sort((a, b) => a - b)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8]);
  });

  test('leaves Math.random as it was, even when the model fails', async () => {
    const builtin = Math.random;
    const model = new NearestRow();
    const explorer = explorers['sa']!.create(contextOf(largeSpace(), { model }));
    explorer.observe(observe(await explorer.propose(16), throughput));
    await explorer.propose(4);
    expect(Math.random).toBe(builtin);
    model.predict = () => {
      if (Math.random !== builtin) throw new Error('lost while annealing');
      return { mean: Float64Array.of(0) };
    };
    await expect(explorer.propose(4)).rejects.toThrow('lost while annealing');
    expect(Math.random).toBe(builtin);
  });
});

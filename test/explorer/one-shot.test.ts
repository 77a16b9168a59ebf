import { describe, expect, test } from '@jest/globals';
import { explorers } from '../../src/explorer/registry.js';
import { knobFeaturizer } from '../../src/features/knobs.js';
import type { Row } from '../../src/model/model.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { contextOf, largeSpace, NearestRow, observe, throughput } from './fixtures.js';

/** Rows of another task, which has the same best configs. */
function historyOf(count: number): Row[] {
  const space = largeSpace();
  const [featurizer, random] = [knobFeaturizer(space), new Random(11)];
  return Array.from({ length: count }, () => {
    const config = space.sample(random)!;
    const features = new Float32Array(featurizer.width);
    featurizer.write(config, features, 0);
    return { features, score: throughput(config), group: 'another task' };
  });
}

function scoreOf(config: Config, model: NearestRow): number {
  const featurizer = knobFeaturizer(largeSpace());
  const features = new Float32Array(featurizer.width);
  featurizer.write(config, features, 0);
  return model.predict(features, 1).mean[0]!;
}

describe('one-shot', () => {
  test('tries what a model of the history likes best, and learns nothing of its own trials', async () => {
    const model = new NearestRow();
    const rows = historyOf(40);
    const explorer = explorers['one-shot']!.create(contextOf(largeSpace(), { model, prior: { rows, warmStarts: [] } }));
    const first = await explorer.propose(8);
    explorer.observe(observe(first, () => 0));
    const second = await explorer.propose(8);
    expect(model.fits).toEqual([rows]);
    const best = Math.max(...rows.map(({ score }) => score));
    for (const config of [...first, ...second]) expect(scoreOf(config, model)).toBe(best);
  });

  test('when nothing is known then it is random search', async () => {
    const context = { random: new Random(5) };
    const explorer = explorers['one-shot']!.create(contextOf(largeSpace(), context));
    const random = explorers['random']!.create(contextOf(largeSpace(), { random: new Random(5) }));
    expect(await explorer.propose(16)).toEqual(await random.propose(16));
  });
});

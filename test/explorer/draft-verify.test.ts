import { describe, expect, test } from '@jest/globals';
import { draftVerify } from '../../src/explorer/strategies/draft-verify.js';
import { pruned } from '../../src/explorer/pruned.js';
import { Random } from '../../src/space/random.js';
import type { CostModel } from '../../src/model/model.js';
import {
  bestAfter,
  constrainedSpace,
  contextOf,
  largeSpace,
  NearestRow,
  observe,
  smallSpace,
  throughput,
} from './fixtures.js';

const draft = (config: Parameters<typeof throughput>[0]): number => Math.log2(throughput(config));

describe('draft-verify', () => {
  test('when the analyser is right then the first batch is near the best', async () => {
    const explorer = draftVerify.create(contextOf(largeSpace(), { draft }));
    expect(await bestAfter(explorer, 16)).toBeGreaterThan(0.95);
  });

  test('when the analyser is wrong then the model leads it to good configs still', async () => {
    const explorer = draftVerify.create(contextOf(largeSpace(), { draft: (config) => -draft(config) }));
    expect(await bestAfter(explorer, 64)).toBeGreaterThan(0.4);
  });

  test('asks the model for a tenth of the configs that sa asks for', async () => {
    const model: CostModel = new NearestRow();
    let asked = 0;
    const predict = model.predict.bind(model);
    model.predict = (features, count) => {
      asked += count;
      return predict(features, count);
    };
    const explorer = draftVerify.create(contextOf(largeSpace(), { draft, model }));
    for (let batch = 0; batch < 4; batch++) explorer.observe(observe(await explorer.propose(8), throughput));
    expect(asked).toBeLessThan(4 * 8 * 60);
  });

  test('with an analyser it proposes every config of a small space once', async () => {
    const space = smallSpace();
    const explorer = draftVerify.create(contextOf(space, { draft: ({ index }) => -index }));
    const seen: number[] = [];
    for (let batch = 0; batch < 6; batch++) {
      const configs = await explorer.propose(5);
      seen.push(...configs.map(({ index }) => index));
      explorer.observe(observe(configs, ({ index }) => 1 + index));
    }
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i));
  });
});

describe('a pruned space', () => {
  test('has the configs that the analyser likes', () => {
    const space = constrainedSpace();
    const left = pruned(space, ({ index }) => index, 0.5);
    expect(left.size).toBe(space.size / 2);
    const all = Array.from({ length: 64 }, (_, index) => index).filter((index) => space.isValid(index));
    expect(all.filter((index) => left.isValid(index))).toEqual(all.slice(space.size / 2));
  });

  test('of a large one has about the share that is kept', () => {
    const space = largeSpace();
    const left = pruned(space, draft, 0.75);
    const random = new Random(5);
    const kept = Array.from({ length: 500 }, () => space.sample(random)!).filter(({ index }) => left.isValid(index));
    expect(kept.length / 500).toBeGreaterThan(0.2);
    expect(kept.length / 500).toBeLessThan(0.3);
  });
});

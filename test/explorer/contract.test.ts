import { describe, expect, test } from '@jest/globals';
import type { Explorer } from '../../src/explorer/explorer.js';
import { explorers } from '../../src/explorer/registry.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import type { Space } from '../../src/space/space.js';
import { constrainedSpace, contextOf, largeSpace, observe, smallSpace } from './fixtures.js';

const score = (config: Config): number => 1e9 * (1 + (config.index % 7));

/** Proposes and observes until nothing comes any more. */
async function exhaust(explorer: Explorer, batch: number): Promise<number[]> {
  const indices: number[] = [];
  for (;;) {
    const configs = await explorer.propose(batch);
    indices.push(...configs.map(({ index }) => index));
    explorer.observe(observe(configs, score));
    if (configs.length < batch) return indices;
  }
}

function validIndices(space: Space): number[] {
  return Array.from({ length: space.rawSize }, (_, index) => index).filter((index) => space.isValid(index));
}

const ascending = (indices: readonly number[]): number[] => [...indices].sort((a, b) => a - b);

describe.each(Object.entries(explorers))('explorer %s', (name, create) => {
  test('carries the name it is registered by', () => {
    expect(create(contextOf(smallSpace())).name).toBe(name);
  });

  test.each([
    ['without constraints', smallSpace],
    ['with constraints', constrainedSpace],
  ])('proposes every valid config of a small space %s exactly once', async (_, build) => {
    const space = build();
    const indices = await exhaust(create(contextOf(space)), 5);
    expect(ascending(indices)).toEqual(validIndices(space));
  });

  test('when a batch is larger than the space then it is the whole space, and the next is empty', async () => {
    const space = constrainedSpace();
    const explorer = create(contextOf(space));
    const configs = await explorer.propose(1000);
    expect(ascending(configs.map(({ index }) => index))).toEqual(validIndices(space));
    expect(await explorer.propose(1000)).toEqual([]);
  });

  test('when nothing is observed in between then batches still do not repeat', async () => {
    const explorer = create(contextOf(largeSpace()));
    const batches = [await explorer.propose(20), await explorer.propose(20), await explorer.propose(20)];
    expect(new Set(batches.flat().map(({ index }) => index)).size).toBe(60);
  });

  test('when it was shown an earlier run then it proposes only what that run left', async () => {
    const space = smallSpace();
    const earlier = validIndices(space).filter((index) => index % 3 !== 1);
    const explorer = create(contextOf(space));
    explorer.observe(
      observe(
        earlier.map((index) => space.get(index)),
        score,
      ),
    );
    const indices = await exhaust(explorer, 4);
    expect(ascending([...earlier, ...indices])).toEqual(validIndices(space));
  });

  test('proposes only valid configs, complete with their values', async () => {
    const space = largeSpace();
    const explorer = create(contextOf(space));
    for (let batch = 0; batch < 4; batch++) {
      const configs = await explorer.propose(16);
      expect(configs).toHaveLength(16);
      for (const config of configs) expect(space.get(config.index)).toEqual(config);
      explorer.observe(observe(configs, score));
    }
  });

  test('when the seed is the same then so are the proposals', async () => {
    const run = async (): Promise<number[]> => {
      const explorer = create(contextOf(largeSpace(), { random: new Random(3), epsilon: 0.3 }));
      const indices: number[] = [];
      for (let batch = 0; batch < 4; batch++) {
        const configs = await explorer.propose(16);
        explorer.observe(observe(configs, score));
        indices.push(...configs.map(({ index }) => index));
      }
      return indices;
    };
    expect(await run()).toEqual(await run());
  });

  test.each([
    ['every trial fails', (): number => 0],
    ['some trials fail', (config: Config): number => (config.index % 2) * 1e9],
    ['all trials are equal', (): number => 1e9],
  ])('when %s then it goes on', async (_, outcome) => {
    const explorer = create(contextOf(largeSpace()));
    for (let batch = 0; batch < 4; batch++) {
      const configs = await explorer.propose(16);
      expect(configs).toHaveLength(16);
      explorer.observe(observe(configs, outcome));
    }
  });

  test('when one config is asked for at a time then it gives one', async () => {
    const explorer = create(contextOf(largeSpace()));
    for (let i = 0; i < 30; i++) {
      const configs = await explorer.propose(1);
      expect(configs).toHaveLength(1);
      explorer.observe(observe(configs, score));
    }
  });
});

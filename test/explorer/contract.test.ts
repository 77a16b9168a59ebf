import { describe, expect, test } from '@jest/globals';
import { loadModule } from '../../src/catalogue/load-module.js';
import type { Explorer } from '../../src/explorer/explorer.js';
import { explorers } from '../../src/explorer/registry.js';
import type { Config } from '../../src/space/config.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import { Random } from '../../src/space/random.js';
import type { Space } from '../../src/space/space.js';
import { constrainedSpace, contextOf, largeSpace, observe, smallSpace } from './fixtures.js';

const score = (config: Config): number => 1e9 * (1 + (config.index % 7));

const someFail = (config: Config): number => (config.index % 2) * score(config);
const allFail = (): number => 0;

/** Proposes and observes until nothing comes any more. */
async function exhaust(explorer: Explorer, batch: number, outcome = score): Promise<number[]> {
  const indices: number[] = [];
  for (;;) {
    const configs = await explorer.propose(batch);
    indices.push(...configs.map(({ index }) => index));
    explorer.observe(observe(configs, outcome));
    if (configs.length < batch) return indices;
  }
}

/** Some batches, each proposed and observed. */
async function advance(explorer: Explorer, sizes: readonly number[], outcome = score): Promise<number[][]> {
  const batches: number[][] = [];
  for (const size of sizes) {
    const configs = await explorer.propose(size);
    explorer.observe(observe(configs, outcome));
    batches.push(configs.map(({ index }) => index));
  }
  return batches;
}

function validIndices(space: Space): number[] {
  return Array.from({ length: space.rawSize }, (_, index) => index).filter((index) => space.isValid(index));
}

const ascending = (indices: readonly number[]): number[] => [...indices].sort((a, b) => a - b);

// The example is one as those that come with tune.
const { explorers: examples } = await loadModule('examples/climb.js');
const all = [...Object.values(explorers), ...examples].map(({ name, create }) => [name, create] as const);

describe.each(all)('explorer %s', (name, create) => {
  test('carries the name it is registered by', () => {
    expect(create(contextOf(smallSpace())).name).toBe(name);
  });

  test.each([
    ['a small space', smallSpace, score],
    ['a small space with constraints', constrainedSpace, score],
    ['a small space where some trials fail', smallSpace, someFail],
    ['a small space with constraints where some trials fail', constrainedSpace, someFail],
    ['a small space with constraints where every trial fails', constrainedSpace, allFail],
    ['a space of one config', () => new SpaceBuilder().choice('only', [1]).build(), score],
  ])('proposes every valid config of %s exactly once', async (_, build, outcome) => {
    const space = build();
    for (const batch of [1, 5]) {
      const indices = await exhaust(create(contextOf(space)), batch, outcome);
      expect(ascending(indices)).toEqual(validIndices(space));
    }
  });

  test('with static analysis it proposes every valid config exactly once, too, one at a time', async () => {
    const space = constrainedSpace();
    const indices = await exhaust(create(contextOf(space, { draft: ({ index }) => -index })), 1);
    expect(ascending(indices)).toEqual(validIndices(space));
  });

  test('asked for none it proposes none', async () => {
    expect(await create(contextOf(largeSpace())).propose(0)).toEqual([]);
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

  test('when it is shown what others tried in the middle of a run then it leaves that out, too', async () => {
    const space = constrainedSpace();
    const explorer = create(contextOf(space));
    const own = (await advance(explorer, [4, 3], someFail)).flat();
    const others = validIndices(space).filter((index) => !own.includes(index) && index % 2 === 0);
    explorer.observe(
      observe(
        others.map((index) => space.get(index)),
        someFail,
      ),
    );
    const rest = await exhaust(explorer, 2, someFail);
    expect(ascending([...own, ...others, ...rest])).toEqual(validIndices(space));
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
      for (let batch = 0; batch < 2; batch++) {
        const configs = await explorer.propose(16);
        explorer.observe(observe(configs, score));
        indices.push(...configs.map(({ index }) => index));
      }
      return indices;
    };
    expect(await run()).toEqual(await run());
  });

  test.each([
    ['every trial fails', allFail],
    ['some trials fail', someFail],
    ['all trials are equal', (): number => 1e9],
  ])('when %s then it goes on', async (_, outcome) => {
    const explorer = create(contextOf(largeSpace()));
    for (let batch = 0; batch < 2; batch++) {
      const configs = await explorer.propose(16);
      expect(configs).toHaveLength(16);
      explorer.observe(observe(configs, outcome));
    }
  });

  test('when one config is asked for at a time then it gives one', async () => {
    const explorer = create(contextOf(largeSpace()));
    for (let i = 0; i < 12; i++) {
      const configs = await explorer.propose(1);
      expect(configs).toHaveLength(1);
      explorer.observe(observe(configs, score));
    }
  });
});

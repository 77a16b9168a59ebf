import { describe, expect, test } from '@jest/globals';
import { shortList } from '../../src/explorer/strategies/short-list.js';
import { listForTarget } from '../../src/explorer/target-list.js';
import { Random } from '../../src/space/random.js';
import type { Config } from '../../src/space/config.js';
import { contextOf, largeSpace, observe, smallSpace, throughput } from './fixtures.js';

const space = largeSpace();
const draft = (config: Config): number => Math.log2(throughput(config));

/** So many configs of a template's list. */
function own(count: number): readonly Config[] {
  const random = new Random(9);
  return Array.from({ length: count }, () => space.sample(random)!);
}

/** All that the explorer proposes until it proposes none. */
async function proposals(listed: readonly Config[]): Promise<readonly Config[]> {
  const explorer = shortList.create(contextOf(space, { draft, listed: () => listed }));
  const all: Config[] = [];
  for (let batch = await explorer.propose(7); batch.length > 0; batch = await explorer.propose(7)) {
    all.push(...batch);
    explorer.observe(observe(batch, throughput));
  }
  return all;
}

describe('short-list', () => {
  test('proposes the list of the template in its order, and stops', async () => {
    expect(await proposals(own(20))).toEqual(own(20));
  });

  test('never proposes more than forty', async () => {
    expect(await proposals(own(50))).toEqual(own(50).slice(0, 40));
  });

  test('what an earlier run tried is not tried again', async () => {
    const explorer = shortList.create(contextOf(space, { draft, listed: () => own(20) }));
    explorer.observe(observe(own(20).slice(0, 5), throughput));
    expect(await explorer.propose(40)).toEqual(own(20).slice(5));
  });
});

describe('a list for a target', () => {
  test('where the template lists few, what static analysis likes follows, best first', () => {
    const list = listForTarget(contextOf(space, { draft, listed: () => own(3) }));
    expect(list.slice(0, 3)).toEqual(own(3));
    const scores = list.slice(3).map(draft);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(list).toHaveLength(40);
    expect(new Set(list.map(({ index }) => index)).size).toBe(40);
    const random = new Random(5);
    const drawn = Array.from({ length: 40 }, () => throughput(space.sample(random)!));
    expect(throughput(list[3]!)).toBeGreaterThan(Math.max(...drawn));
  });

  test('of a small space it is all of it, the own list first', () => {
    const small = smallSpace();
    const first = small.get(17);
    const list = listForTarget(contextOf(small, { listed: () => [first], draft: ({ index }) => index }));
    expect(list.map(({ index }) => index)).toEqual([
      17,
      ...Array.from({ length: 24 }, (_, i) => 23 - i).filter((i) => i !== 17),
    ]);
  });

  test('without a list and without static analysis it is empty', () => {
    expect(listForTarget(contextOf(space))).toEqual([]);
  });
});

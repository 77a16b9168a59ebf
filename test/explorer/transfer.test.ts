import { describe, expect, test } from '@jest/globals';
import { explorers } from '../../src/explorer/registry.js';
import { Random } from '../../src/space/random.js';
import type { KnownTask } from '../../src/model/prior.js';
import { shortList } from '../../src/explorer/short-list.js';
import { bestAfter, contextOf, largeSpace, observe, throughput } from './fixtures.js';

/** What 64 random trials of the space found, as another task. */
function knownTask(seed: number): KnownTask {
  const [space, random] = [largeSpace(), new Random(seed)];
  const trials = Array.from({ length: 64 }, () => space.sample(random)!)
    .map((config) => ({ values: config.values, share: throughput(config) }))
    .toSorted((a, b) => b.share - a.share);
  return { workload: `${seed}`, target: 'llvm', fingerprint: undefined, place: `${seed}`, distance: seed, trials };
}

const known = [knownTask(1), knownTask(2)];
const told = { prior: { rows: [], warmStarts: [], known } };

describe('transfer', () => {
  test('tries the list of what did well elsewhere in its order, whatever the batches', async () => {
    const list = shortList(largeSpace(), known).map(({ config }) => config);
    const explorer = explorers['transfer']!.create(contextOf(largeSpace(), told));
    const tried = [...(await explorer.propose(3)), ...(await explorer.propose(5))];
    expect(tried).toEqual(list.slice(0, 8));
  });

  test('when the list is exhausted then it draws at random, nothing twice', async () => {
    const list = shortList(largeSpace(), known);
    const explorer = explorers['transfer']!.create(contextOf(largeSpace(), told));
    const tried = await explorer.propose(list.length + 20);
    expect(new Set(tried.map(({ index }) => index)).size).toBe(list.length + 20);
  });

  test('when nothing is known then it is random search', async () => {
    const explorer = explorers['transfer']!.create(contextOf(largeSpace(), { random: new Random(5) }));
    const random = explorers['random']!.create(contextOf(largeSpace(), { random: new Random(5) }));
    expect(await explorer.propose(16)).toEqual(await random.propose(16));
  });

  test('does not try again what the log of the run holds', async () => {
    const first = shortList(largeSpace(), known)[0]!.config;
    const explorer = explorers['transfer']!.create(contextOf(largeSpace(), told));
    explorer.observe(observe([first], () => 0));
    expect((await explorer.propose(8)).map(({ index }) => index)).not.toContain(first.index);
  });

  test('finds at once what other tasks found', async () => {
    const best = Math.max(...known.flatMap(({ trials }) => trials.map(({ share }) => share)));
    expect(await bestAfter(explorers['transfer']!.create(contextOf(largeSpace(), told)), 16)).toBe(best);
  });
});

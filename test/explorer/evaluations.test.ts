import { expect, test } from '@jest/globals';
import { Evolution } from '../../src/explorer/evolution.js';
import { GuidedExplorer } from '../../src/explorer/guided.js';
import type { Maximiser } from '../../src/explorer/maximiser.js';
import { contextOf, observe, smallSpace } from './fixtures.js';

/** Evaluations that a maximiser is asked for by a search of the small space, a batch of four each. */
async function askedFor(evaluations: number | undefined): Promise<readonly number[]> {
  const space = smallSpace();
  const asked: number[] = [];
  const evolution = new Evolution(space);
  const maximiser: Maximiser = {
    find: (k, count, objective) => {
      asked.push(count);
      return evolution.find(k, count, objective);
    },
  };
  const context = contextOf(space, evaluations === undefined ? {} : { evaluations });
  const explorer = new GuidedExplorer('watched', context, maximiser);
  for (let batch = 0; batch < 4; batch++)
    explorer.observe(observe(await explorer.propose(4), ({ index }) => 1 + (index % 7)));
  return asked;
}

test('a space that the model can score whole needs no maximiser', async () => {
  expect(await askedFor(undefined)).toEqual([]);
  expect(await askedFor(6)).toEqual([]);
});

test('when fewer evaluations are asked for then the maximiser has them', async () => {
  const asked = await askedFor(5);
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked)).toEqual(new Set([20]));
});

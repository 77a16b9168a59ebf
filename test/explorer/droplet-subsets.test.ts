import { expect, test } from '@jest/globals';
import { dropletSubsets } from '../../src/explorer/strategies/droplet-subsets.js';
import type { Observation } from '../../src/explorer/explorer.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Space } from '../../src/space/space.js';
import { contextOf } from './fixtures.js';

const values = Array.from({ length: 100 }, (_, i) => i);
const plane = new SpaceBuilder().choice('x', values).choice('y', values).build();

/** Indices proposed after a best trial here, and seven that are slower, ascending. */
async function proposedBeside(space: Space, index: number, n: number): Promise<number[]> {
  const explorer = dropletSubsets.create(contextOf(space));
  const slow = Array.from({ length: 7 }, (_, i): Observation => ({ config: space.get(900 + i), throughput: 1 }));
  explorer.observe([...slow, { config: space.get(index), throughput: 9 }]);
  return (await explorer.propose(n)).map((config) => config.index).sort((a, b) => a - b);
}

test('steps are taken with one knob or several, all up or all down', async () => {
  expect(await proposedBeside(plane, 2010, 6)).toEqual([1909, 1910, 2009, 2011, 2110, 2111]);
});

test('a knob at its end stays there', async () => {
  expect(await proposedBeside(plane, 0, 3)).toEqual([1, 100, 101]);
});

test('many knobs have a bounded number of neighbours, those that move most of them', async () => {
  const switches = Array.from({ length: 40 }, (_, i) => `switch_${i}`);
  const space = switches.reduce((builder, name) => builder.choice(name, [0, 1]), new SpaceBuilder()).build();
  const proposed = await proposedBeside(space, 0, 256);
  expect(new Set(proposed).size).toBe(256);
  expect(proposed.at(-1)).toBe(2 ** 40 - 1);
});

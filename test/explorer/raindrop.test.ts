import { describe, expect, test } from '@jest/globals';
import type { Explorer, Observation } from '../../src/explorer/explorer.js';
import { raindrop } from '../../src/explorer/strategies/raindrop.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import type { Config } from '../../src/space/config.js';
import { contextOf } from './fixtures.js';

const values = Array.from({ length: 100 }, (_, i) => i);
const plane = new SpaceBuilder().choice('x', values).choice('y', values).build();

function trial(index: number, ...costs: number[]): Observation {
  const throughput = costs.length === 0 ? 0 : costs.length / costs.reduce((sum, cost) => sum + cost, 0);
  return { config: plane.get(index), throughput, costs };
}

/** Trials that are slower than the best, none beside it. */
function slow(count: number): Observation[] {
  return Array.from({ length: count }, (_, i) => trial(9900 - 3 * i, 9, 9.1, 9.2));
}

const indices = (configs: readonly Config[]): number[] => configs.map(({ index }) => index).sort((a, b) => a - b);
const around = (index: number): number[] => [index - 100, index - 1, index + 1, index + 100];

/** A search of so many trials after so many of them, the first of which is the best. */
function searchOf(trials: number, done: number): Explorer {
  const explorer = raindrop.create(contextOf(plane, { trials }));
  explorer.observe([trial(2010, 1, 1.02, 0.98), ...slow(done - 1)]);
  return explorer;
}

describe('raindrop', () => {
  test.each([
    [64, 48],
    [400, 300],
    [4000, 300],
  ])('of %d trials the storm has %d, then steps are taken from its best', async (trials, storm) => {
    expect(indices(await searchOf(trials, storm - 1).propose(4))).not.toEqual(around(2010));
    expect(indices(await searchOf(trials, storm).propose(4))).toEqual(around(2010));
  });

  test('without a number of trials the storm has 300', async () => {
    const explorer = raindrop.create(contextOf(plane));
    explorer.observe([trial(2010, 1), ...slow(298)]);
    expect(indices(await explorer.propose(4))).not.toEqual(around(2010));
    explorer.observe([trial(5000, 9)]);
    expect(indices(await explorer.propose(4))).toEqual(around(2010));
  });

  test('goes on from what is significantly faster, without waiting', async () => {
    const explorer = searchOf(64, 48);
    await explorer.propose(4);
    explorer.observe([trial(2011, 0.5, 0.51, 0.49)]);
    expect(indices(await explorer.propose(3))).toEqual([1911, 2012, 2111]);
  });

  test('stays where chance may be the reason', async () => {
    const explorer = searchOf(64, 48);
    explorer.observe([trial(2011, 0.99, 1.01, 0.97)]);
    expect(indices(await explorer.propose(3))).toEqual([1910, 2009, 2110]);
  });

  test('when no step is left then it starts elsewhere', async () => {
    const explorer = searchOf(64, 48);
    await explorer.propose(4);
    explorer.observe(around(2010).map((index) => trial(index, 3, 3.1)));
    const proposed = indices(await explorer.propose(4));
    expect(proposed).toHaveLength(4);
    expect(proposed).not.toEqual(expect.arrayContaining(around(2010)));
  });

  test('while every trial fails it is the storm', async () => {
    const explorer = raindrop.create(contextOf(plane, { trials: 40 }));
    explorer.observe(Array.from({ length: 40 }, (_, i) => trial(i)));
    expect(await explorer.propose(4)).toHaveLength(4);
  });
});

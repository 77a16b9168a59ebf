import { describe, expect, test } from '@jest/globals';
import type { Explorer, Observation } from '../../src/explorer/explorer.js';
import { RaindropExplorer } from '../../src/explorer/raindrop.js';
import { random } from '../../src/explorer/strategies/random.js';
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

function raindrop(): Explorer {
  const context = contextOf(plane);
  return new RaindropExplorer(context, random.create(context));
}

const indices = (configs: readonly Config[]): number[] => configs.map(({ index }) => index).sort((a, b) => a - b);
const around = (index: number): number[] => [index - 100, index - 1, index + 1, index + 100];

/** A search whose best has stood still for 16 trials. */
function fallen(): Explorer {
  const explorer = raindrop();
  explorer.observe([trial(2010, 1, 1.02, 0.98), ...slow(16)]);
  return explorer;
}

describe('raindrop', () => {
  test('is the storm until the best has stood still, and then takes the steps from it', async () => {
    const early = raindrop();
    early.observe([trial(2010, 1), ...slow(15)]);
    expect(around(2010)).not.toEqual(indices(await early.propose(4)));
    expect(indices(await fallen().propose(4))).toEqual(around(2010));
  });

  test('fills a batch from the storm', async () => {
    const proposed = indices(await fallen().propose(10));
    expect(proposed).toEqual(expect.arrayContaining(around(2010)));
    expect(new Set(proposed).size).toBe(10);
  });

  test('goes on from what is significantly faster, without waiting', async () => {
    const explorer = fallen();
    await explorer.propose(4);
    explorer.observe([trial(2011, 0.5, 0.51, 0.49)]);
    expect(indices(await explorer.propose(3))).toEqual([1911, 2012, 2111]);
  });

  test('stays where chance may be the reason', async () => {
    const explorer = fallen();
    explorer.observe([trial(2011, 0.99, 1.01, 0.97)]);
    expect(indices(await explorer.propose(3))).toEqual([1910, 2009, 2110]);
  });

  test('when no step is left then it is the storm again', async () => {
    const explorer = fallen();
    await explorer.propose(4);
    explorer.observe(around(2010).map((index) => trial(index, 3, 3.1)));
    const proposed = indices(await explorer.propose(4));
    expect(proposed).toHaveLength(4);
    expect(proposed).not.toEqual(expect.arrayContaining(around(2010)));
  });

  test('while every trial fails it is the storm', async () => {
    const explorer = raindrop();
    explorer.observe(Array.from({ length: 40 }, (_, i) => trial(i)));
    expect(await explorer.propose(4)).toHaveLength(4);
  });
});

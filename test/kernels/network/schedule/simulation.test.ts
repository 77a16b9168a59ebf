import { ownKernels } from '../../../../src/backend/own-kernels.js';
import { describe, expect, test } from '@jest/globals';
import { roundRobin } from '../../../../src/network/schedule/schedulers/round-robin.js';
import {
  latencies,
  optimumOf,
  outcomesOf,
  overLayers,
  simulateNetwork,
  type SimulatedLayer,
  type NetworkSettings,
} from '../../../../src/network/schedule/simulation.js';
import { readTables } from '../../../../src/log/table/read.js';
import { nothingKnown } from '../../../../src/model/prior.js';
import { simulate } from '../../../../src/tuner/simulation.js';
import { take } from '../../../support/take.js';
import { settings as ofFakes } from '../../../tuner/fakes.js';

const [table, other] = take((await readTables('test/fixtures/matmul-dot.jsonl.gz', ownKernels)).tables, 2);
const [cache] = take((await readTables('test/fixtures/made-up.kt-cache.json', ownKernels)).tables, 1);
const layers: readonly SimulatedLayer[] = [table, other].map((one, i) => ({
  table: one,
  weight: i + 1,
  prior: nothingKnown,
}));
const settings: NetworkSettings = { ...ofFakes, explorer: 'sa', scheduler: roundRobin, alone: false };

describe('a network on its tables', () => {
  test('of one task is the search of that task', async () => {
    const steps = await simulateNetwork(layers.slice(0, 1), settings);
    const { visited } = await simulate(table, settings, nothingKnown);
    expect(steps).toEqual(visited.map((index) => ({ layer: 0, index })));
  });

  test('spends its trials once, the same from the same seed', async () => {
    const steps = await simulateNetwork(layers, settings);
    expect(steps).toHaveLength(settings.trials);
    expect(new Set(steps.map((step) => JSON.stringify(step))).size).toBe(settings.trials);
    expect(await simulateNetwork(layers, settings)).toEqual(steps);
    expect(await simulateNetwork(layers, { ...settings, seed: 2 })).not.toEqual(steps);
  });

  test('learns from its siblings, unless it is alone', async () => {
    const after = async (alone: boolean): Promise<readonly number[]> => {
      const found = await simulateNetwork(layers, { ...settings, alone, trials: 16 });
      return outcomesOf(layers, found)[1]!.visited;
    };
    const alone = await simulate(other, { ...settings, seed: 2, trials: 8 }, nothingKnown);
    expect(await after(true)).toEqual(alone.visited);
    expect(await after(false)).not.toEqual(alone.visited);
  });

  test('goes on without a table that is exhausted, and ends with the last', async () => {
    const both = [...layers.slice(0, 1), { table: cache, weight: 1, prior: nothingKnown }];
    const steps = await simulateNetwork(both, { ...settings, explorer: 'random', trials: 1000 });
    const [first, second] = outcomesOf(both, steps);
    expect([first!.visited.length, second!.visited.length]).toEqual([table.size, cache.size]);
    expect([first!.fraction, second!.fraction]).toEqual([1, 1]);
  });

  test('can be aborted', async () => {
    expect(await simulateNetwork(layers, settings, { signal: AbortSignal.abort() })).toEqual([]);
  });
});

test('latency is the sum of weight times best, once all have one', async () => {
  const steps = await simulateNetwork(layers, { ...settings, explorer: 'random', trials: 16 });
  const course = latencies(layers, steps);
  expect(course.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => undefined));
  const [a, b] = take(outcomesOf(layers, steps), 2);
  expect(course.at(-1)).toBeCloseTo(a.seconds! + 2 * b.seconds!, 12);
  expect(optimumOf(layers)).toBeCloseTo(table.best + 2 * other.best, 12);
  const { mean, worst } = overLayers([a, b]);
  expect(mean).toBeCloseTo(Math.sqrt(a.fraction * b.fraction), 12);
  expect(worst).toBe(Math.min(a.fraction, b.fraction));
});

import { ownKernels } from '../../../src/backend/own-kernels.js';
import { nothingKnown } from '../../../src/model/prior.js';
import { describe, expect, test } from '@jest/globals';
import { priorOf } from '../../../src/transfer/family.js';
import { ownHistoryOf, historiesOfTable } from '../../../src/transfer/record-histories.js';
import { readTables } from '../../../src/log/table/read.js';
import { fractionAt, marksUpTo, simulate } from '../../../src/tuner/simulation.js';
import { settings } from '../../tuner/fakes.js';
import { take } from '../../support/take.js';

const [table, other] = take((await readTables('test/fixtures/matmul-dot.jsonl.gz', ownKernels)).tables, 2);
const [cache] = take((await readTables('test/fixtures/made-up.kt-cache.json', ownKernels)).tables, 1);

describe('a search on a table', () => {
  test.each(['random', 'sa'])('%s takes its trials once each, the same from the same seed', async (explorer) => {
    const wanted = { ...settings, explorer, trials: 40 };
    const { visited } = await simulate(table, wanted, nothingKnown);
    expect(visited).toHaveLength(40);
    expect(new Set(visited).size).toBe(40);
    expect(visited.every((index) => table.rows.has(index))).toBe(true);
    expect((await simulate(table, wanted, nothingKnown)).visited).toEqual(visited);
    expect((await simulate(table, { ...wanted, seed: 2 }, nothingKnown)).visited).not.toEqual(visited);
  });

  test('ends when the table is exhausted, failures among the trials', async () => {
    const { visited } = await simulate(
      cache,
      { ...settings, explorer: 'random', trials: 100, earlyStop: 3 },
      nothingKnown,
    );
    expect(visited.toSorted((a, b) => a - b)).toEqual([...cache.rows.keys()].toSorted((a, b) => a - b));
  });

  test('learns from history before its first trial', async () => {
    const wanted = { ...settings, explorer: 'sa', trials: 8, firstBatch: 8, epsilon: 0 };
    // The other shape has nearly the same best configs.
    const informed = await simulate(table, wanted, priorOf(ownHistoryOf(table), historiesOfTable(other), ['knobs']));
    expect(fractionAt(informed, 8)).toBeGreaterThan(0.95);
  });

  test('can be aborted', async () => {
    expect((await simulate(table, settings, nothingKnown, { signal: AbortSignal.abort() })).visited).toEqual([]);
  });
});

describe('the fraction of the best', () => {
  const sorted = [...cache.rows].sort(([, a], [, b]) => (a.costs.at(0) ?? Infinity) - (b.costs.at(0) ?? Infinity));
  const [best, others] = [sorted.at(0)!, sorted.slice(1)];
  const failed = others.filter(([, { error }]) => error !== 0).map(([index]) => index);

  test('is 0 until something ran, and 1 with the best', () => {
    const visited = [...failed, best[0]];
    expect(failed).toHaveLength(2);
    expect([0, 1, 2, 3, 99].map((trials) => fractionAt({ table: cache, visited }, trials))).toEqual([0, 0, 0, 1, 1]);
  });

  test('is of throughput', () => {
    const slow = cache.space.indexOf({ block_size_x: 16, block_size_y: 2, tile_size_x: 2 });
    expect(fractionAt({ table: cache, visited: [slow] }, 1)).toBeCloseTo(2 / 4, 12);
  });

  test('is taken at fixed marks, and at the end', () => {
    expect(marksUpTo(15)).toEqual([15]);
    expect(marksUpTo(95)).toEqual([16, 32, 64, 95]);
    expect(marksUpTo(128)).toEqual([16, 32, 64, 96, 128]);
    expect(marksUpTo(600)).toEqual([16, 32, 64, 96, 128, 256, 512, 600]);
  });
});

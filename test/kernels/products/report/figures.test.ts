import { describe, expect, test } from '@jest/globals';
import type { LoggedRecord } from '../../../../src/log/record/log.js';
import type { TuneRecord } from '../../../../src/log/record/record.js';
import { importanceOf } from '../../../../src/products/report/importance.js';
import { knobFiguresOf } from '../../../../src/products/report/knobs.js';
import { predictionsOf } from '../../../../src/products/report/predictions.js';
import { taskReports } from '../../../../src/products/report/report.js';
import { logStatsOf } from '../../../../src/products/report/task-stats.js';
import { seriesOf } from '../../../../src/products/report/series.js';
import { workSeconds } from '../../../../src/log/record/effort.js';
import { thinned } from '../../../../src/products/report/thinned.js';
import { findOperator } from '../../../../src/operator/registry.js';
import { Random } from '../../../../src/space/random.js';
import { ownKernels } from '../../../../src/backend/own-kernels.js';
import { failedRecord, ownRecord } from '../../../log/record/fixtures.js';

/** A trial of the config (a, b) that took so many seconds, at a second of the search. */
function trial(a: number, b: number, seconds: number, at: number, more: Partial<TuneRecord> = {}): LoggedRecord {
  const entity = [['a', 'ot', a] as const, ['b', 'ot', b] as const];
  const timing = { costs: [seconds, seconds, seconds], timestamp: 1000 + at, allCost: 1 };
  return { ...ownRecord, entity, index: 100 * a + b, ...timing, log: 'a.jsonl', line: at, ...more };
}

function all(seconds: (a: number, b: number) => number, width = 8): LoggedRecord[] {
  return Array.from({ length: width ** 2 }, (_, i) => {
    const [a, b] = [Math.floor(i / width), i % width];
    return trial(a, b, seconds(a, b), i);
  });
}

describe('importance', () => {
  const samplesOf = (target: (digits: readonly number[]) => number): Parameters<typeof importanceOf>[0] => {
    const sizes = [4, 4, 4];
    const rows = Array.from({ length: 64 }, (_, i) => [i >> 4, (i >> 2) & 3, i & 3]);
    return { sizes, digits: Uint16Array.from(rows.flat()), targets: Float64Array.from(rows, target) };
  };

  test('a knob that decides all has all of the variance', () => {
    const found = importanceOf(samplesOf(([a]) => a!))!;
    expect(found.single[0]).toBeGreaterThan(0.95);
    expect(found.single[1]! + found.single[2]!).toBeLessThan(0.05);
    expect(found.explained).toBeGreaterThan(0.9);
    expect(found.marginals[0]!.map(Math.round)).toEqual([0, 1, 2, 3]);
  });

  test('what two knobs decide together is told apart from what each does alone', () => {
    const found = importanceOf(samplesOf(([, b, c]) => Number(b! > 1 === c! > 1)))!;
    expect(found.pairs[0]!.knobs.toSorted()).toEqual([1, 2]);
    expect(found.pairs[0]!.share).toBeGreaterThan(found.single[1]! + found.single[2]!);
  });

  test('chance explains nothing of trials that were not seen', () => {
    const random = new Random(5);
    expect(importanceOf(samplesOf(() => random.float()))!.explained).toBeLessThan(0.3);
  });

  test('too few trials, or trials that are all the same, tell nothing', () => {
    expect(importanceOf(samplesOf(() => 1))).toBeUndefined();
    expect(importanceOf({ sizes: [2], digits: Uint16Array.of(0, 1), targets: Float64Array.of(0, 1) })).toBeUndefined();
  });
});

test('knobs come by importance, with the best and the median of each value relative to the fastest', () => {
  const [figures] = knobFiguresOf(
    all((a, b) => 1 / (1 + b + a / 100)),
    10,
  );
  expect(figures!.knobs.map(({ name }) => name)).toEqual(['b', 'a']);
  const [trials, best, median] = figures!.knobs[0]!.slice[3]!;
  expect([trials, best]).toEqual([8, Number((4.07 / 8.07).toFixed(3))]);
  expect(median).toBeLessThan(best);
  expect(figures!.rows).toHaveLength(10);
  expect(Math.max(...figures!.rows.map(([score]) => score))).toBe(1);
});

test('the best so far falls with the trials of the search, and finals are no part of it', () => {
  const search = [trial(0, 0, 3, 1), trial(0, 1, 4, 2), trial(1, 0, 2, 5), trial(1, 1, 9, 6)];
  const finals = trial(1, 0, 1, 7, { tune: { ...ownRecord.tune, phase: 'finals' } });
  const records = [...search, finals];
  const [series] = seriesOf(records, workSeconds(records));
  expect(series!.trials).toBe(4);
  // The first trial counts with its own cost, which is a second.
  expect(series!.curve).toEqual([
    [1, 1, 3],
    [3, 5, 2],
    [4, 7, 2],
  ]);
  expect(series!.dots).toHaveLength(4);
});

test('searches of several logs and explorers are told apart by what differs', () => {
  const of = (log: string, explorer: string): LoggedRecord =>
    trial(0, 0, 1, 1, { tune: { ...ownRecord.tune, explorer }, ...({ log } as object) });
  const labels = (...records: LoggedRecord[]): string[] =>
    seriesOf(records, workSeconds(records)).map(({ label }) => label);
  expect(labels(of('a.jsonl', 'sa'), of('a.jsonl', 'random'))).toEqual(['sa', 'random']);
  expect(labels(of('x/a.jsonl', 'sa'), of('x/b.jsonl', 'sa'))).toEqual(['a.jsonl, sa', 'b.jsonl, sa']);
  expect(labels(of('x/a.jsonl', 'sa'), of('y/a.jsonl', 'sa'))).toEqual(['x/a.jsonl, sa', 'y/a.jsonl, sa']);
});

test('the rank correlation of a batch is that of its scores and speeds, without failures', () => {
  const scored = (batch: number, score: number, seconds: number, more: Partial<TuneRecord> = {}): LoggedRecord =>
    trial(batch, Math.round(10 * score), seconds, batch, {
      ...more,
      tune: { ...ownRecord.tune, proposal: { batch, seconds: 0.1, score } },
    });
  const right = [scored(1, 0.1, 3), scored(1, 0.2, 2), scored(1, 0.3, 1)];
  const wrong = [scored(2, 0.1, 1), scored(2, 0.2, 2), scored(2, 0.3, 3), scored(2, 0.4, 1, { error: 4, costs: [] })];
  const few = [scored(3, 0.1, 1)];
  const batches = predictionsOf([...right, ...wrong, ...few, trial(9, 9, 1, 9, { tune: {} })]);
  expect(batches.map(({ batch, tau, failed }) => [batch, tau, failed])).toEqual([
    [1, 1, 0],
    [2, -1, 1],
    [3, null, 0],
  ]);
});

test('what logs hold is counted by configs: the last record of each, failures by class', () => {
  const failed = { ...failedRecord, log: 'a.jsonl', line: 9, timestamp: 1009 };
  const again = trial(0, 0, 2, 3, { tune: { ...ownRecord.tune, phase: 'finals' } });
  const records = [trial(0, 0, 3, 1), trial(0, 1, 4, 2), again, failed].map(({ tune, ...record }) => ({
    ...record,
    tune: { ...tune, spent: { compile: 2, check: 0.5, run: 1 } },
  }));
  const [stats] = logStatsOf({ logs: [], records }, ownKernels).tasks;
  expect(stats).toMatchObject({
    records: 4,
    trials: 3,
    failed: 1,
    runs: 1,
    explorers: ['sa'],
    first: 1001,
    last: 1009,
  });
  expect(stats!.failures).toEqual([expect.objectContaining({ count: 1, error: failed.error })]);
  expect(stats!.best).toMatchObject({ seconds: 2, log: 'a.jsonl' });
  expect(stats!.spent).toMatchObject({ compile: 8, check: 2, run: 4, undivided: 0 });
  expect(
    logStatsOf({ logs: [], records: [trial(0, 0, 3, 1, { tune: {} })] }, ownKernels).tasks[0]!.spent,
  ).toMatchObject({
    search: null,
    undivided: 1,
  });
});

test('the speed of an operator that moves data counts bytes', () => {
  const lrn = findOperator('lrn');
  const workload = lrn.workload('alexnet.norm1', {});
  const record = trial(0, 0, 2e-3, 1, { task: 'lrn.window', args: lrn.encode(workload) });
  const [stats] = logStatsOf({ logs: [], records: [record] }, ownKernels).tasks;
  const bytes = lrn.flops(workload);
  expect(stats!.best).toMatchObject({ counts: 'bytes', gflops: bytes / 2e-3 / 1e9 });
  expect(taskReports([record], ownKernels)[0]).toMatchObject({ unit: 'GB/s', work: bytes, flops: null });
});

test('a thinned list keeps the first by rank and an even choice of the others, in order', () => {
  const items = Array.from({ length: 100 }, (_, i) => i);
  const kept = thinned(items, 20, 5, (item) => -item);
  expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  expect(kept).toEqual(expect.arrayContaining([95, 96, 97, 98, 99, 0]));
  expect(kept.length).toBeLessThanOrEqual(20);
  expect(thinned(items, 100, 5, (item) => item)).toEqual(items);
});

import { describe, expect, test } from '@jest/globals';
import { best, meanCost } from '../../src/record/best.js';
import type { TuneRecord } from '../../src/record/record.js';
import { bareRecord, failedRecord, ownRecord } from './fixtures.js';

function record(costs: readonly number[], changes: Partial<TuneRecord> = {}): TuneRecord {
  return { ...ownRecord, costs, ...changes };
}

describe('best', () => {
  test('is the smallest mean among the trials that worked', () => {
    const fastest = record([2, 2, 2]);
    expect(best([record([1, 9]), failedRecord, fastest, record([2, 3])])).toEqual([
      { record: fastest, seconds: 2, trials: 4, failed: 1 },
    ]);
  });

  test('is one a workload and target, in the order of their first appearance', () => {
    const other = { args: [['TENSOR', [7, 7], 'float32']] };
    const elsewhere = { target: 'cuda -arch=sm_90' };
    const found = best([record([3]), record([5], other), record([4], elsewhere), record([2]), record([1], other)]);
    expect(found.map(({ seconds, trials }) => [seconds, trials])).toEqual([
      [2, 2],
      [1, 2],
      [4, 1],
    ]);
  });

  test('templates of one operator compete, tasks without an operator do not', () => {
    const templates = best([record([3]), record([2], { task: 'matmul.other' })]);
    expect(templates.map(({ record: { task } }) => task)).toEqual(['matmul.other']);
    expect(best([bareRecord, { ...bareRecord, task: 'matmul.other' }])).toHaveLength(2);
  });

  test('options of a target may come in any order', () => {
    const found = best([record([3]), record([2], { target: 'llvm  -threads=2 -mcpu=x86-64-v4 ' })]);
    expect(found.map(({ seconds }) => seconds)).toEqual([2]);
  });

  test('when all trials failed, or there are none, then there is no best', () => {
    expect(best([failedRecord])).toEqual([]);
    expect(best([])).toEqual([]);
  });

  test('of equally fast records the first counts, and a record keeps what it carries', () => {
    const records = [1, 2].map((line) => ({ ...ownRecord, log: 'a.jsonl', line }));
    expect(best(records)[0].record.line).toBe(1);
  });
});

test('the mean cost of a failure is undefined', () => {
  expect(meanCost(failedRecord)).toBeUndefined();
  expect(meanCost(record([1, 2, 6]))).toBe(3);
});

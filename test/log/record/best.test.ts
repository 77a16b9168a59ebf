import { describe, expect, test } from '@jest/globals';
import { meanCost, selectBest, type Best } from '../../../src/log/record/best.js';
import type { TuneRecord } from '../../../src/log/record/record.js';
import { bareRecord, failedRecord, ownRecord } from './fixtures.js';

/** A record of config `knob`. */
function record(knob: number, costs: readonly number[], changes: Partial<TuneRecord> = {}): TuneRecord {
  return { ...ownRecord, entity: [['a', 'ot', knob]], costs, ...changes };
}

const secondsAndTrials = (found: readonly Best[]): unknown[] => found.map(({ seconds, trials }) => [seconds, trials]);

describe('the best', () => {
  test('is the smallest time among the configs that worked, of which a noisy one counts with its high end', () => {
    const fastest = record(1, [2, 2, 2]);
    expect(selectBest([record(2, [1, 9]), failedRecord, fastest, record(3, [2, 3])])).toEqual([
      { record: fastest, seconds: 2, low: 2, high: 2, noisy: false, rankedAt: 2, trials: 4 },
    ]);
    const [best] = selectBest([record(2, [3, 3.5], { tune: { ...ownRecord.tune, noisy: true } }), record(3, [3.4])]);
    expect(best).toMatchObject({ seconds: 3.4 });
  });

  test('one disturbed repeat of several changes nothing', () => {
    expect(selectBest([record(1, [2, 2, 2]), record(2, [1.9, 19, 1.9])])[0]).toMatchObject({ seconds: 1.9 });
  });

  test('is one a workload and target, in the order of their first appearance', () => {
    const other = { args: [['TENSOR', [7, 7], 'float32']] };
    const elsewhere = { target: 'cuda -arch=sm_90' };
    const found = selectBest([
      record(1, [3]),
      record(1, [5], other),
      record(1, [4], elsewhere),
      record(2, [2]),
      record(2, [1], other),
    ]);
    expect(secondsAndTrials(found)).toEqual([
      [2, 2],
      [1, 2],
      [4, 1],
    ]);
  });

  test('is one a machine: their times do not compare', () => {
    const there = { tune: { ...ownRecord.tune, fingerprint: 'there' } };
    expect(secondsAndTrials(selectBest([record(1, [3]), record(2, [1], there), record(3, [2])]))).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  test('of a config that was measured again the last time counts, in a log; logs do not overrule each other', () => {
    const [early, late] = [record(1, [1]), record(1, [3])];
    expect(secondsAndTrials(selectBest([early, record(2, [2]), late, record(2, [4])]))).toEqual([[3, 2]]);
    const inLog = (log: string, ...records: TuneRecord[]): (TuneRecord & { log: string })[] =>
      records.map((one) => ({ ...one, log }));
    expect(secondsAndTrials(selectBest([...inLog('a', early), ...inLog('b', late)]))).toEqual([[1, 1]]);
  });

  test('templates of one operator compete, tasks without an operator do not', () => {
    const templates = selectBest([record(1, [3]), record(1, [2], { task: 'matmul.other' })]);
    expect(templates.map(({ record: { task } }) => task)).toEqual(['matmul.other']);
    expect(selectBest([bareRecord, { ...bareRecord, task: 'matmul.other' }])).toHaveLength(2);
  });

  test('options of a target may come in any order', () => {
    const found = selectBest([record(1, [3]), record(2, [2], { target: 'llvm  -threads=2 -mcpu=x86-64-v4 ' })]);
    expect(found.map(({ seconds }) => seconds)).toEqual([2]);
  });

  test('when all trials failed, or there are none, then there is none', () => {
    expect(selectBest([failedRecord])).toEqual([]);
    expect(selectBest([])).toEqual([]);
  });

  test('of equally fast records is the first, and a record keeps what it carries', () => {
    const records = [1, 2].map((line) => ({ ...record(line, [1]), log: 'a.jsonl', line }));
    expect(selectBest(records).at(0)!.record.line).toBe(1);
  });
});

test('the mean cost of a failure is undefined', () => {
  expect(meanCost(failedRecord)).toBeUndefined();
  expect(meanCost(record(1, [1, 2, 6]))).toBe(3);
});

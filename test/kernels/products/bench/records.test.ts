import { describe, expect, test } from '@jest/globals';
import { effortOf, workSeconds } from '../../../../src/log/record/effort.js';
import { findRecord, RecordIndex, type Found } from '../../../../src/products/bench/records.js';
import { groupsOf, summarise } from '../../../../src/products/bench/summary.js';
import type { LoggedRecord } from '../../../../src/log/record/log.js';
import type { TuneRecord } from '../../../../src/log/record/record.js';
import { matmul } from '../../../../src/operator/matmul.js';
import { Random } from '../../../../src/space/random.js';
import type { Target } from '../../../../src/target/target.js';
import { findTemplate } from '../../../../src/templates/registry.js';
import { bareRow, comparedRow, slowRow } from '../../../support/bench-rows.js';
import { matmulTask, recordOf } from '../../../tuner/records.js';
import { gpuTarget } from '../../../support/targets.js';
import { backendNamed, parseTarget } from '../../../../src/backend/registry.js';

const task = matmulTask();
const random = new Random(1);

function logged(change: Partial<TuneRecord>, line = 1): LoggedRecord {
  return { ...recordOf(task, task.space.sample(random)!, change), log: 'a.jsonl', line };
}

const findOn = (target: Target, records: readonly LoggedRecord[]): Found | string =>
  findRecord(new RecordIndex(records).of(matmul, task.workload, target));
const find = (...records: LoggedRecord[]): Found | string => findOn(task.target, records);

describe('the record of a row', () => {
  const { tune } = logged({});

  test('is the fastest of the workload on the target', () => {
    const [slow, fast] = [logged({ costs: [2e-5] }), logged({ costs: [1e-5] })];
    const failed = logged({ costs: [], error: 4 });
    expect(find(slow, fast, failed)).toMatchObject({ record: fast, here: true, effort: { trials: 3 } });
    expect(findOn(parseTarget('llvm', 2), [fast])).toBe('no record');
  });

  test('is one of this machine, if there is any', () => {
    const elsewhere = logged({ costs: [1e-6], tune: { ...tune, fingerprint: 'another' } });
    const here = logged({ costs: [1e-5] });
    expect(find(elsewhere, here)).toMatchObject({ record: here, here: true, effort: { trials: 1 } });
    expect(find(elsewhere)).toMatchObject({ record: elsewhere, here: false });
  });

  test('of a GPU is one of this machine if its GPU is this one', () => {
    const target = gpuTarget('sm_90');
    const template = findTemplate('matmul.simt');
    const space = template.define(task.workload, target);
    const onGpu = { ...task, target, space, template };
    const from = (machine: string): LoggedRecord => ({
      ...recordOf(onGpu, space.sample(random)!, {
        tune: { ...tune, templateVersion: onGpu.template.version, fingerprint: machine },
      }),
      log: 'a.jsonl',
      line: 1,
    });
    expect(findOn(target, [from(backendNamed('cuda').fingerprint())])).toMatchObject({ here: true });
    expect(findOn(target, [from(backendNamed('llvm').fingerprint())])).toMatchObject({ here: false });
  });

  test('can be built: what another version of the template left is passed over', () => {
    const old = logged({ costs: [1e-6], tune: { ...tune, templateVersion: 0 } });
    const usable = logged({ costs: [1e-5] });
    expect(find(old, usable)).toMatchObject({ record: usable });
    expect(find(old)).toMatch(/^no record that can be built \(It was made by version 0 of matmul\.blocked/);
  });
});

describe('effort', () => {
  test('is the time from one trial to the next, without the breaks between runs', () => {
    const at = (timestamp: number): LoggedRecord => logged({ timestamp, allCost: 0.5 });
    const records = [at(1000), at(1002), at(1001), at(5000), at(5003)];
    expect(effortOf(records, workSeconds(records)).seconds).toBeCloseTo(0.5 + 2 + 0.5 + 3);
  });

  test('of workloads that take turns leaves out the turns of others', () => {
    const at = (timestamp: number, log = 'a.jsonl'): LoggedRecord => ({ ...logged({ timestamp, allCost: 0.5 }), log });
    const [one, other, elsewhere] = [[at(1), at(2), at(7)], [at(3), at(6)], [at(4, 'b.jsonl')]];
    const work = workSeconds([...one, ...other, ...elsewhere]);
    const seconds = [one, other, elsewhere].map((records) => effortOf(records, work).seconds);
    expect(seconds).toEqual([0.5 + 1 + 1, 1 + 3, 0.5]);
  });

  test('counts a config that was measured twice once', () => {
    const records = [logged({}), logged({})];
    const all = [...records, { ...records[0]! }];
    expect(effortOf(all, workSeconds(all)).trials).toBe(2);
    expect(effortOf([], new Map())).toEqual({ trials: 0, seconds: 0 });
  });
});

describe('a summary', () => {
  test('is over the rows of a suite and number of threads that could be compared', () => {
    const groups = groupsOf([comparedRow, bareRow, slowRow]);
    expect(groups.map(({ threads, rows }) => [threads, rows.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(summarise(groups.at(0)!)).toEqual({
      compared: 2,
      geometricMean: expect.closeTo(Math.sqrt(1.05 * 0.8), 6),
      worst: slowRow,
      below: 1,
      clearlyBelow: 1,
    });
    expect(summarise(groups.at(1)!)).toBeUndefined();
  });
});

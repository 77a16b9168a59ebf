/** What is best, and what history tells, are the same whoever asks. */
import { ownKernels } from '../../../src/backend/own-kernels.js';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findRecord, RecordIndex } from '../../../src/products/bench/records.js';
import { matmul } from '../../../src/operator/matmul.js';
import { selectBest } from '../../../src/log/record/best.js';
import { readLog, type LoggedRecord } from '../../../src/log/record/log.js';
import { taskOf } from '../../../src/log/record/task.js';
import { readTables } from '../../../src/log/table/read.js';
import { priorOf } from '../../../src/transfer/family.js';
import { historiesIn, historiesOfTable } from '../../../src/transfer/record-histories.js';
import { historyOfTask } from '../../../src/transfer/known-tasks.js';
import { configsOf, matmulTask, recordOf } from '../../tuner/records.js';
import { take } from '../../support/take.js';
import { fingerprint } from '../../../src/backend/cpu/fingerprint.js';

const task = matmulTask();
const configs = configsOf(task, 5);
const machines = [fingerprint(), 'there'];

interface Look {
  readonly config: number;
  /** Microseconds, 0 for a failure. */
  readonly time: number;
  readonly machine: number;
  readonly log: number;
}

function recordsOf(looks: readonly Look[]): readonly LoggedRecord[] {
  return looks
    .map(({ config, time, machine, log }) => ({
      ...recordOf(task, configs.at(config)!, {
        costs: time > 0 ? [time * 1e-6] : [],
        error: time > 0 ? 0 : 4,
        tune: { fingerprint: machines[machine] },
      }),
      log: `${log}.jsonl`,
    }))
    .map((record, i) => ({ ...record, line: i + 1, timestamp: i }));
}

const looks = fc.array(
  fc.record({
    config: fc.nat(configs.length - 1),
    time: fc.nat(4),
    machine: fc.nat(machines.length - 1),
    log: fc.nat(1),
  }),
  { maxLength: 24 },
);

describe('the best record', () => {
  test('of a machine is the same alone and among records of other machines', () => {
    fc.assert(
      fc.property(looks, (list) => {
        const all = recordsOf(list);
        const found = selectBest(all);
        for (const [machine, name] of machines.entries()) {
          const alone = selectBest(all.filter((_, i) => list.at(i)!.machine === machine));
          expect(found.filter(({ record }) => record.tune?.fingerprint === name)).toEqual(alone);
          expect(alone.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('is that of tune best for the comparison with libraries, and what a search with history begins with', () => {
    fc.assert(
      fc.property(looks, (list) => {
        // Of a config that several logs hold history knows the last alone, as of one that a log holds twice.
        const all = recordsOf(list.map((look) => ({ ...look, log: 0 })));
        const found = selectBest(all);
        const [here, there] = take(
          machines.map((name) => found.find(({ record }) => record.tune?.fingerprint === name)),
          2,
        );
        const timed = findRecord(new RecordIndex(all).of(matmul, task.workload, task.target));
        expect(typeof timed === 'string' ? undefined : timed.record).toEqual((here ?? there)?.record);

        const { histories } = historiesIn(matmul, all);
        const own = historyOfTask(task, 'a third machine', []);
        for (const { record } of found) {
          const machine = histories.filter(({ identity }) =>
            identity.includes(JSON.stringify(record.tune?.fingerprint)),
          );
          const [first] = take(priorOf(own, machine, ['knobs']).warmStarts, 1);
          expect(first.index).toBe(record.index);
        }
      }),
    );
  });
});

test('records and tables of the same log tell the same', async () => {
  const path = 'test/fixtures/matmul-dot.jsonl.gz';
  const { records } = await readLog(path);
  const { tables } = await readTables(path, ownKernels);
  const own = historyOfTask(taskOf(records.at(0)!, ownKernels), 'another machine', []);
  for (const views of [['knobs'], ['curve', 'knobs']] as const) {
    const fromRecords = priorOf(own, historiesIn(matmul, records).histories, views);
    const fromTables = priorOf(own, tables.flatMap(historiesOfTable), views);
    expect(fromTables.warmStarts).toEqual(fromRecords.warmStarts);
    expect(fromTables.rows).toEqual(fromRecords.rows);
  }
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isValueType } from '../../../src/ir/tensor.js';
import { elementTypeOf } from '../../../src/operator/operator.js';
import { RecordIndex } from '../../../src/products/bench/records.js';
import { suites } from '../../../src/products/bench/suites.js';
import type { Comparison } from '../../../src/log/record/best.js';
import { configKey } from '../../../src/log/record/key.js';
import { readLog, type LoggedRecord } from '../../../src/log/record/log.js';
import { packageRoot } from '../../../src/target/root.js';
import { rebuild } from '../../../src/tuner/rebuild.js';
import { parseTarget } from '../../../src/backend/registry.js';

const folder = join(packageRoot(), 'logs', 'shipped');
/** Nobody ships kernels for shapes that shall be unseen. */
const all = suites.filter(({ name }) => name !== 'unseen-like').flatMap((suite) => suite.entries);
const entries = all.filter(({ workload }) => isValueType(elementTypeOf(workload)));
const narrow = all.filter(({ workload }) => !isValueType(elementTypeOf(workload)));
/** CPUs with matrix registers, as the shipped logs name them, by what they multiply. */
const withMatrices: Readonly<Record<string, string>> = {
  uint8: 'x86-64-v4+amxint8+avx512vnni',
  bfloat16: 'x86-64-v4+amxbf16+avx512bf16convert',
};
const mostTrials = 512;

describe('the logs that come with it', () => {
  let index: RecordIndex;
  beforeAll(async () => {
    const logged: LoggedRecord[] = [];
    for (const name of readdirSync(folder)) {
      const log = await readLog(join(folder, name));
      expect({ name, skipped: log.skipped }).toEqual({ name, skipped: [] });
      for (const record of log.records) logged.push(record);
    }
    index = new RecordIndex(logged);
  });

  /** Of a workload on AVX-512, as the shipped logs name it. */
  const contestsOf = (i: number, threads: number): readonly Comparison<LoggedRecord>[] => {
    const target = parseTarget(`llvm -mcpu=x86-64-v4 -threads=${threads}`);
    return index.of(entries.at(i)!.operator, entries.at(i)!.workload, target);
  };

  test.each([1, 2])(
    'hold every workload of the suites on %d threads, and its best kernel is of the space of today',
    (threads) => {
      entries.forEach(({ workload }, i) => {
        const best = contestsOf(i, threads).map(({ ranked }) => ranked.at(0)?.record);
        expect({ workload: workload.name, isThere: best.length > 0 }).toEqual({
          workload: workload.name,
          isThere: true,
        });
        for (const record of best) expect(() => rebuild(record!)).not.toThrow();
      });
    },
  );

  test('hold those of narrow types for one thread with matrix registers', () => {
    for (const { operator, workload } of narrow) {
      const target = parseTarget(`llvm -mcpu=${withMatrices[elementTypeOf(workload)]!} -threads=1`);
      const [contest] = index.of(operator, workload, target);
      expect({ workload: workload.name, isThere: contest !== undefined }).toEqual({
        workload: workload.name,
        isThere: true,
      });
      expect(() => rebuild(contest!.ranked.at(0)!.record)).not.toThrow();
    }
  });

  test.each([1, 2])(`took at most ${mostTrials} trials a workload and machine on %d threads`, (threads) => {
    entries.forEach((_, i) => {
      for (const { records } of contestsOf(i, threads))
        expect(new Set(records.map(configKey)).size).toBeLessThanOrEqual(mostTrials);
    });
  });
});

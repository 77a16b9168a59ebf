import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { RecordIndex, type Records } from '../../src/bench/records.js';
import { suites } from '../../src/bench/suites.js';
import { meanCost } from '../../src/record/best.js';
import { readLog, type LoggedRecord } from '../../src/record/log.js';
import { packageRoot } from '../../src/target/root.js';
import { parseTarget } from '../../src/target/parse.js';
import { revive } from '../../src/tuner/revive.js';
import { configKey, settled } from '../../src/tuner/settled.js';

const folder = join(packageRoot(), 'logs', 'shipped');
const entries = suites.flatMap((suite) => suite.entries);
const mostTrials = 512;

describe('the logs that come with it', () => {
  let index: RecordIndex;
  beforeAll(async () => {
    const all: LoggedRecord[] = [];
    const standing: LoggedRecord[] = [];
    for (const name of readdirSync(folder)) {
      const log = await readLog(join(folder, name));
      expect({ name, skipped: log.skipped }).toEqual({ name, skipped: [] });
      for (const record of log.records) all.push(record);
      for (const record of settled(log.records)) standing.push(record);
    }
    index = new RecordIndex({ all, standing });
  });

  /** Of a workload on AVX-512, as the shipped logs name it. */
  const recordsOf = (i: number, threads: number): Records => {
    const target = parseTarget(`llvm -mcpu=x86-64-v4 -threads=${threads}`);
    return index.of(entries.at(i)!.operator, entries.at(i)!.workload, target);
  };

  test.each([1, 2])(
    'hold every workload of the suites on %d threads, and its best kernel is of the space of today',
    (threads) => {
      entries.forEach(({ workload }, i) => {
        const { standing } = recordsOf(i, threads);
        const timed = standing.filter((record) => meanCost(record) !== undefined);
        const best = timed.toSorted((a, b) => meanCost(a)! - meanCost(b)!).at(0)!;
        expect({ workload: workload.name, found: timed.length > 0 }).toEqual({ workload: workload.name, found: true });
        expect(() => revive(best)).not.toThrow();
      });
    },
  );

  test.each([1, 2])(`took at most ${mostTrials} trials a workload on %d threads`, (threads) => {
    entries.forEach((_, i) => {
      const configs = new Set(recordsOf(i, threads).all.map(configKey));
      expect(configs.size).toBeLessThanOrEqual(mostTrials);
    });
  });
});

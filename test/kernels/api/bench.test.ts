import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { bench } from '../../../src/api/bench.js';
import type { BenchOptions } from '../../../src/products/bench/options.js';
import { benchEventSchema, type BenchEvent } from '../../../src/products/bench/events.js';
import { useQuickGcc } from '../../support/quick-gcc.js';

useQuickGcc();

const folder = mkdtempSync(join(tmpdir(), 'tune-api-bench-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const product: BenchOptions = { operator: 'matmul', shape: { m: 7, n: 5, k: 3 }, threads: [1], rounds: 1 };
const log = [join(folder, 'new.jsonl')];

async function eventsOf(options: BenchOptions): Promise<BenchEvent[]> {
  const events: BenchEvent[] = [];
  for await (const event of bench(options)) events.push(benchEventSchema.parse(event));
  return events;
}

describe('bench', () => {
  test('tells of what it tunes, of notes and of rows, as its schema has them', async () => {
    const events = await eventsOf({ ...product, trials: 1, log });
    expect(events.at(0)).toEqual({ event: 'start', rows: 1 });
    const tuning = events.flatMap((event) => (event.event === 'tuning' ? [event] : []));
    expect(tuning.map(({ of }) => of.event)).toEqual(expect.arrayContaining(['start', 'trial', 'finish']));
    for (const { workload, threads } of tuning) expect([workload, threads]).toEqual(['7x5x3', 1]);
    expect(events.at(-2)).toMatchObject({
      event: 'row',
      done: 1,
      rows: 1,
      row: { suite: null, ours: { log: log[0] } },
    });
    expect(events.at(-1)).toMatchObject({ event: 'finish', reason: 'done', rows: 1, failed: 0 });
  });

  test('when its signal is aborted then it ends with what it has', async () => {
    const controller = new AbortController();
    const events: BenchEvent[] = [];
    for await (const event of bench({ ...product, threads: [1, 2], log, trials: 1, signal: controller.signal })) {
      events.push(event);
      if (event.event === 'start') controller.abort();
    }
    expect(events.at(-1)).toMatchObject({ event: 'finish', reason: 'interrupted', rows: 0 });
  });

  test.each<[string, object, RegExp]>([
    ['two subjects', { ...product, suite: 'gemm' }, /and not two of them/],
    ['an unknown option', { ...product, treads: [1] }, /no option "treads": did you mean "threads"/],
    ['an unknown suite', { suite: 'gem' }, /did you mean "gemm"/],
    ['a log that is not there', { logs: [join(folder, 'none.jsonl')] }, /none\.jsonl/],
    ['a workload that is not compared', { ...product, only: ['7x5x4'] }, /did you mean "7x5x3"/],
  ])('when given %s then it says so', async (_, options, says) => {
    await expect(eventsOf(options as BenchOptions)).rejects.toThrow(says);
  });
});

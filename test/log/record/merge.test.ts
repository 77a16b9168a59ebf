import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { selectBest } from '../../../src/log/record/best.js';
import { trialKey } from '../../../src/log/record/key.js';
import { readLog, type LoggedRecord } from '../../../src/log/record/log.js';
import { mergeLogs } from '../../../src/log/record/merge.js';
import { encode, type TuneRecord } from '../../../src/log/record/record.js';
import { bareRecord, ownRecord, x86Line } from './fixtures.js';

let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-merge-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Few configs, machines, runs and times, so that trials meet, supersede each other, and are there twice. */
const trial = fc
  .record({
    config: fc.integer({ min: 0, max: 4 }),
    time: fc.integer({ min: 1, max: 40 }),
    spread: fc.constantFrom(1, 1.5),
    when: fc.integer({ min: 0, max: 30 }),
    machine: fc.constantFrom('one', 'other'),
    run: fc.constantFrom('a', 'b', undefined),
    phase: fc.constantFrom('search', 'again', 'heat', 'finals', undefined),
    error: fc.constantFrom(0, 0, 0, 4, 8),
    isBare: fc.boolean(),
  })
  .map(({ config, time, spread, when, machine, run, phase, error, isBare }): TuneRecord => ({
    ...bareRecord,
    index: config,
    entity: [['tile', 'ot', config]],
    error: error,
    costs: error === 0 ? [1e-3 * time, 1e-3 * time * spread] : [],
    timestamp: 1.7e9 + when,
    ...(!isBare && {
      tune: { operator: 'matmul', fingerprint: machine, ...(run && { run }), ...(phase && { phase }) } as const,
    }),
  }));

/** Logs that hold parts of one history, which is in no order of time; of some a part is there twice. */
const logs = fc
  .array(trial, { minLength: 1, maxLength: 24 })
  .chain((history) => {
    const part = fc.subarray(history);
    return fc.array(
      fc.oneof(
        part,
        fc.tuple(part, part).map(([own, again]) => [...own, ...again.filter((one) => own.includes(one))]),
      ),
      { minLength: 1, maxLength: 4 },
    );
  })
  .filter((all) => all.some((log) => log.length > 0));

let count = 0;
function write(records: readonly TuneRecord[]): string {
  const path = at(`${count++}.jsonl`);
  writeFileSync(path, records.map((record) => `${encode(record)}\n`).join(''));
  return path;
}

async function merged(...paths: readonly string[]): Promise<string> {
  const out = at(`${count++}.jsonl`);
  await mergeLogs(paths, out);
  return out;
}

async function allOf(...paths: readonly string[]): Promise<LoggedRecord[]> {
  return (await Promise.all(paths.map((path) => readLog(path)))).flatMap(({ records }) => records);
}

/** How fast the best is; of configs that rank alike either may be it, with whatever time it had. */
async function bestOf(...paths: readonly string[]): Promise<unknown> {
  const best = selectBest(await allOf(...paths));
  return best
    .map(({ record, rankedAt, trials }) => JSON.stringify([record.tune?.fingerprint, record.target, rankedAt, trials]))
    .sort();
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n').sort();
/** More, as `TUNE_MERGES=1000 npm test -- test/log/record/merge`, make a long proof. */
const runs = { numRuns: Number(process.env['TUNE_MERGES'] ?? 25) };

describe('a merged log', () => {
  test('holds every trial once, and of it the same is best as of all the logs together', async () => {
    await fc.assert(
      fc.asyncProperty(logs, async (all) => {
        const paths = all.map(write);
        const out = await merged(...paths);
        const keys = (await allOf(out)).map(trialKey);
        expect(new Set(keys)).toEqual(new Set((await allOf(...paths)).map(trialKey)));
        expect(new Set(keys).size).toBe(keys.length);
        expect(await bestOf(out)).toEqual(await bestOf(...paths));
      }),
      runs,
    );
  });

  test('is the same whatever the order, and when it is merged again, alone, with its logs or in steps', async () => {
    await fc.assert(
      fc.asyncProperty(logs, async (all) => {
        const paths = all.map(write);
        const out = await merged(...paths);
        const lines = linesOf(out);
        expect(linesOf(await merged(...paths.toReversed()))).toEqual(lines);
        expect(linesOf(await merged(out))).toEqual(lines);
        const again = await merged(out, ...paths);
        expect((await allOf(again)).map(trialKey).sort()).toEqual((await allOf(out)).map(trialKey).sort());
        expect(await bestOf(again)).toEqual(await bestOf(out));
      }),
      runs,
    );
  });

  test('is in the order of time, and that of its logs where these are not', async () => {
    const timed = (...times: readonly number[]): string =>
      write(times.map((time) => ({ ...ownRecord, index: time, entity: [['tile', 'ot', time]], timestamp: time })));
    const timesOf = async (path: string): Promise<number[]> => (await allOf(path)).map(({ timestamp }) => timestamp);
    expect(await timesOf(await merged(timed(1, 4, 6), timed(2, 3, 9), timed(5)))).toEqual([1, 2, 3, 4, 5, 6, 9]);
    expect(await timesOf(await merged(timed(7, 1), timed(2)))).toEqual([2, 7, 1]);
    // The middle one of one log comes first in the other, which is later.
    expect(await timesOf(await merged(timed(1, 8, 3), timed(8, 9)))).toEqual([1, 8, 3, 9]);
  });

  test('keeps the lines of others as they are, but for the journals', async () => {
    const foreign = at('foreign.log');
    writeFileSync(foreign, `${x86Line}\n`);
    const lines = linesOf(await merged(foreign, write([ownRecord])));
    const line = JSON.parse(lines.find((one) => one.includes('conv2d_NCHWc'))!) as Record<string, unknown>;
    expect(line).toEqual({ ...(JSON.parse(x86Line) as object), journals: [expect.stringMatching(/^[0-9a-f]{12}$/)] });
    // Of one log there is nothing to tell apart.
    expect(linesOf(await merged(foreign))).toEqual([x86Line]);
  });

  test.each([
    ['gz', gunzipSync],
    ['br', brotliDecompressSync],
  ])('is compressed by its name (%s), and read back', async (ending, decompress) => {
    const out = at(`packed.jsonl.${ending}`);
    await mergeLogs([write([ownRecord]), write([bareRecord])], out);
    expect(decompress(readFileSync(out)).toString().trim().split('\n')).toHaveLength(2);
    expect((await readLog(out)).records).toHaveLength(2);
  });

  test('is there whole or not at all', async () => {
    const log = write(Array.from({ length: 300 }, (_, i) => ({ ...ownRecord, timestamp: i, index: i })));
    const out = at('never.jsonl');
    const abort = new AbortController();
    const merging = mergeLogs([log], out, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(merging).rejects.toThrow('enough');
    await expect(mergeLogs([log, at('gone.jsonl')], out)).rejects.toThrow(/no log/);
    await expect(mergeLogs([log], join(out, 'below'))).rejects.toThrow(/There is no folder/);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith('.tune-out'))).toEqual([]);
  });

  test('replaces what is there only when it is said, be it one of its own logs', async () => {
    const [one, other] = [write([ownRecord]), write([bareRecord])];
    await expect(mergeLogs([one, other], one)).rejects.toThrow(/exists: --force replaces it/);
    await mergeLogs([one, other], one, { force: true });
    expect(linesOf(one)).toHaveLength(2);
  });
});

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { encode } from '../../../src/log/record/record.js';
import { ErrorNo } from '../../../src/measure/measurement.js';
import { ownRecord } from '../../log/record/fixtures.js';
import { tollOf, type Toll } from './kill-toll.js';
import { kernelOf, secondsOf } from './simulated.js';

const folder = mkdtempSync(join(tmpdir(), 'tune-toll-'));
const log = join(folder, 'log.jsonl');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const object = (index: number): string => createHash('sha256').update(kernelOf(index).source).digest('hex');
const none: Omit<Toll, 'logged'> = { lost: 0, twice: 0, wrong: 0, again: 0, unlogged: 0 };

function write(records: readonly (readonly [index: number, seconds: number])[]): void {
  const lines = records.map(([index, seconds]) => {
    const error = seconds > 0 ? ErrorNo.none : ErrorNo.unknown;
    return encode({ ...ownRecord, index, costs: [seconds > 0 ? seconds : 1e9], error });
  });
  writeFileSync(log, `${lines.join('\n')}\n`);
}
const right = (index: number): readonly [number, number] => [index, secondsOf(kernelOf(index).source)];

test('all that was acknowledged is in the log once, whoever was killed', async () => {
  write([right(1), [2, 0], right(2)]);
  const started = [
    { job: 'a-1', object: object(1), at: 10 },
    { job: 'b-1', object: object(2), at: 20 },
    { job: 'b-2', object: object(2), at: 30 },
  ];
  // The first run of kernel 2 has no result: its worker was lost.
  const answered = [
    { job: 'a-1', at: 15 },
    { job: 'b-2', at: 40 },
  ];
  const seen = { log, acknowledged: [1, 2], started, answered };
  expect(await tollOf(seen)).toEqual({ ...none, logged: 2 });
});

test('what is lost, counted twice, has another time or ran in vain is counted', async () => {
  write([right(1), right(1), [2, 1e-3], right(4)]);
  const runs = (tuner: string, index: number, at: number): { job: string; object: string; at: number } => ({
    job: `${tuner}-${index}-${at}`,
    object: object(index),
    at,
  });
  // Of tuner a kernels 1, 2, 4 ran again behind their results; two may, which show how devices are.
  const twice = [1, 2, 4].flatMap((index) => [runs('a', index, index), runs('a', index, index + 5)]);
  const started = [...twice, runs('b', 3, 7)];
  const answered = started.map(({ job, at }) => ({ job, at: at + 1 }));
  expect(await tollOf({ log, acknowledged: [1, 2, 3], started, answered })).toEqual({
    logged: 4,
    lost: 1,
    twice: 1,
    wrong: 1,
    again: 1,
    unlogged: 1,
  });
});

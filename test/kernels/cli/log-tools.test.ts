import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { logDiffSchema, type LogDiff } from '../../../src/products/report/difference.js';
import { logExplainSchema, type LogExplain } from '../../../src/products/report/explanation.js';
import { logMergeSchema } from '../../../src/log/record/merge.js';
import { encode, decode, type TuneRecord } from '../../../src/log/record/record.js';
import { x86Line } from '../../log/record/fixtures.js';
import { run } from '../../cli/run.js';

let folder = '';
const at = (name: string): string => join(folder, name);

/** Records of matmul.dot on 48x40x96 that a real run wrote. */
const real = gunzipSync(readFileSync('test/fixtures/matmul-dot.jsonl.gz'))
  .toString()
  .trim()
  .split('\n')
  .map((line) => decode(line) as TuneRecord)
  .filter(({ args }) => JSON.stringify(args).includes('[48,96]'));
const [name] = real.map(({ tune }) => tune!.workload!);

function write(file: string, records: readonly TuneRecord[]): string {
  writeFileSync(at(file), records.map((record) => `${encode(record)}\n`).join(''));
  return at(file);
}

const changed = (records: readonly TuneRecord[], tune: TuneRecord['tune'], change: Partial<TuneRecord> = {}) =>
  records.map((record): TuneRecord => ({ ...record, ...change, tune: { ...record.tune, ...tune } }));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-logs-'));
  write('a.jsonl', real.slice(0, 60));
  writeFileSync(at('foreign.log'), `${x86Line}\n`);
  writeFileSync(at('empty.jsonl'), '# nothing\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('tune log merge', () => {
  test('says what it wrote and left out, also as JSON of its schema', async () => {
    writeFileSync(at('torn.jsonl'), `nonsense\n${readFileSync(at('a.jsonl'), 'utf8')}{"input`);
    const args = ['log', 'merge', at('a.jsonl'), at('torn.jsonl'), '--out', at('merged.jsonl')];
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/: 60 records of 2 logs, 60 duplicates left out$/)]);
    expect(stderr).toMatch(/torn\.jsonl: 2 lines without a record \(line 1: not JSON; line 62: torn/);
    expect((await run(...args)).said).toMatch(/merged\.jsonl" exists: --force replaces it/);
    const told = logMergeSchema.parse(JSON.parse((await run(...args, '--force', '--json')).stdout));
    expect(told.logs.map(({ records, skipped }) => [records, skipped])).toEqual([
      [60, 0],
      [60, 2],
    ]);
  });

  test.each([
    [['gone.jsonl'], 2, /There is no log/],
    [['empty.jsonl'], 1, /There is no record in/],
  ])('of %j ends with a sentence', async (logs, code, says) => {
    const ended = await run('log', 'merge', ...logs.map(at), '--out', at('none.jsonl'));
    expect([ended.code, ended.said]).toEqual([code, expect.stringMatching(says)]);
  });
});

async function diff(a: string, b: string): Promise<LogDiff> {
  return logDiffSchema.parse(JSON.parse((await run('log', 'diff', a, b, '--json')).stdout));
}

test('a pipe is refused by a merge, which reads twice', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  const { code, said } = await run('log', 'merge', at('a.jsonl'), at('pipe'), '--out', at('piped.jsonl'));
  expect([code, said]).toEqual([2, expect.stringMatching(/pipe" is a pipe, and a merge reads twice/)]);
  expect(existsSync(at('piped.jsonl'))).toBe(false);
});

describe('tune log diff', () => {
  test('of logs of one machine compares bests and the configs that both measured', async () => {
    const some = real.slice(0, 60);
    const twice = changed(some, { explorer: 'genetic', compiler: 'gcc 99' }).map((record) => ({
      ...record,
      costs: record.costs.map((cost) => cost / 2),
    }));
    const b = write('twice.jsonl', twice.slice(20));
    const { tasks } = await diff(at('a.jsonl'), b);
    expect(tasks).toHaveLength(1);
    const [task] = tasks;
    expect(task!.common).toMatchObject({ configs: 40, slower: 0, ratio: expect.closeTo(2, 5) });
    expect(task!.common.faster).toBeGreaterThan(30);
    expect([task!.verdict, task!.why]).toEqual(['faster', null]);
    expect(task!.ratio).toBeCloseTo(task!.a!.best!.seconds / task!.b!.best!.seconds, 9);
    expect(task!.differs).toContainEqual(expect.objectContaining({ what: 'compiler', b: ['gcc 99'] }));
    const { stdout } = await run('log', 'diff', at('a.jsonl'), b);
    expect(stdout).toMatch(/40 configs in both: \d+ faster in B/);
  });

  test.each([
    [2, /0\.50 \(.*\) +slower {2,}/],
    [1.06, /0\.94 \(.*\) +slower, within tolerance {2,}/],
  ])('says of a best that takes %d times as long whether that is within the tolerance', async (factor, says) => {
    // Steady ones, whose whole interval is slower.
    const steady = (costs: number): TuneRecord => ({ ...real[0]!, costs: [costs, costs, costs] });
    const [before, after] = [write('before.jsonl', [steady(1e-5)]), write('after.jsonl', [steady(factor * 1e-5)])];
    const { stdout } = await run('log', 'diff', before, after);
    expect(stdout).toMatch(says);
  });

  test('a log and itself are the same', async () => {
    const [task] = (await diff(at('a.jsonl'), at('a.jsonl'))).tasks;
    expect([task!.ratio, task!.differs, task!.common.ratio]).toEqual([1, [], 1]);
  });

  test('never compares times of two machines, or of one that nobody knows, and says so', async () => {
    const other = write('other.jsonl', changed(real.slice(0, 30), { fingerprint: 'intel-xeon.9c.l1-32k' }));
    const { tasks } = await diff(at('a.jsonl'), other);
    expect(tasks.map(({ a, b, ratio }) => [a !== null, b !== null, ratio])).toEqual([
      [true, false, null],
      [false, true, null],
    ]);
    expect(tasks[0]!.why).toMatch(/^B has it from elsewhere \(.*intel-xeon.*times of two machines/);
    const unknown = write('unknown.jsonl', changed(real.slice(0, 30), { fingerprint: undefined }));
    expect((await diff(unknown, unknown)).tasks[0]).toMatchObject({
      ratio: null,
      why: 'the logs do not say on what machine they were measured',
    });
  });

  test('names what is in one log only, and what failed', async () => {
    const failed = real.slice(0, 10).map((record): TuneRecord => ({ ...record, costs: [], error: 5 }));
    const { tasks } = await diff(at('a.jsonl'), write('failed.jsonl', failed));
    expect(tasks[0]).toMatchObject({ why: 'all failed in B', b: { failures: [{ class: 'wrong_answer', count: 10 }] } });
    expect(tasks[0]!.common).toMatchObject({ configs: 10, failed_only_in_b: 10, failed_only_in_a: 0 });
    const alone = (await diff(at('a.jsonl'), at('foreign.log'))).tasks;
    expect(alone.map(({ why }) => why)).toEqual(['only in A', 'only in B']);
  });

  test.each([
    [['a.jsonl', 'gone.jsonl'], 2, /There is no log/],
    [['empty.jsonl', 'a.jsonl'], 1, /There is no record in/],
    [['a.jsonl'], 2, /needs/],
  ])('of %j ends with a sentence', async (logs, code, says) => {
    const ended = await run('log', 'diff', ...logs.map(at));
    expect([ended.code, ended.said]).toEqual([code, expect.stringMatching(says)]);
  });
});

async function explain(...args: readonly string[]): Promise<LogExplain> {
  const { stdout, said } = await run('log', 'explain', ...args, '--json');
  expect(said).toBeUndefined();
  return logExplainSchema.parse(JSON.parse(stdout));
}

describe('tune log explain', () => {
  const target = real[0]!.target;

  test('of a workload that is there says which record stands, that of tune best, and why', async () => {
    const found = await explain(name!, at('a.jsonl'), '--target', target);
    const [best] = JSON.parse((await run('best', at('a.jsonl'), '--json')).stdout) as { index: number; line: number }[];
    expect(found).toMatchObject({ found: true, finding: 'found' });
    expect(found.candidates[0]!.best).toMatchObject({ index: best!.index, line: best!.line });
    expect(found.reasons[0]).toMatch(/^It is the fastest of \d+ records that stand and work, of 60/);
    const { stdout } = await run('log', 'explain', `matmul ${name!}`, at('a.jsonl'));
    expect(stdout).toMatch(/^found /);
    expect(stdout).toMatch(/^stands +matmul /m);
  });

  test('of a shape that is not there names the nearest, and the fields that differ', async () => {
    const shape = name!.replace('48x40x96', '48x40x97');
    const missing = await explain(`matmul ${shape}`, at('a.jsonl'));
    expect(missing).toMatchObject({ found: false, finding: 'workload' });
    expect(missing.candidates[0]!.workload).toBe(name);
    expect(missing.candidates[0]!.differences).toContain('k 96 instead of 97');
  });

  test.each([
    ['llvm -mcpu=x86-64-v3 -threads=1', 'mcpu x86-64-v4 instead of x86-64-v3'],
    ['llvm -mcpu=x86-64-v4 -threads=7', 'threads 1 instead of 7'],
    ['cuda -arch=sm_90', 'llvm instead of cuda'],
  ])('for %s says what the nearest target has: %s', async (asked, difference) => {
    const missing = await explain(name!, at('a.jsonl'), '--target', asked);
    expect(missing).toMatchObject({ found: false, finding: 'target', target: asked });
    expect(missing.candidates[0]!.differences).toContain(difference);
  });

  test.each([
    ['another machine', 'found', changed(real.slice(0, 9), { fingerprint: 'intel-xeon.9c' }), /It is from elsewhere/],
    ['a version that is gone', 'unusable', changed(real.slice(0, 9), { templateVersion: 99 }), /version 99 of/],
    ['a template that is gone', 'unusable', changed(real.slice(0, 9), {}, { task: 'matmul.gone' }), /matmul\.gone/],
    ['failures alone', 'failed', changed(real.slice(0, 9), {}, { costs: [], error: 7 }), /All 9 configs failed: 9 run/],
  ])('of %s says that: %s', async (_, finding, records, why) => {
    const said = await explain(name!, write('changed.jsonl', records));
    expect([said.finding, said.reasons.join(' ')]).toEqual([finding, expect.stringMatching(why)]);
  });

  test("AutoTVM's own templates are told from ours", async () => {
    const { finding, reasons } = await explain('conv2d resnet18.C1', at('foreign.log'));
    expect([finding, reasons.join(' ')]).toEqual(['foreign', expect.stringMatching(/another program.*--history/)]);
  });

  test.each([
    [['resnet18.C22', 'a.jsonl'], 2, /There is no workload "resnet18.C22": did you mean "resnet18.C2"\?/],
    [['resnet18.C2', 'gone.jsonl'], 2, /There is no log/],
    [['resnet18.C2', 'empty.jsonl'], 1, /There is no record in/],
    [['resnet18.C2'], 2, /needs/],
    [['resnet18.C2', 'a.jsonl', '--target', 'cudda'], 2, /Unknown target "cudda": did you mean "cuda"\?/],
  ])('%j ends with a sentence', async ([workload, log, ...options], code, says) => {
    const ended = await run('log', 'explain', workload!, ...(log === undefined ? [] : [at(log)]), ...options);
    expect([ended.code, ended.said]).toEqual([code, expect.stringMatching(says)]);
  });

  test('what a hostile log says is shown and not obeyed', async () => {
    const evil = '\u001b[2Jowned';
    const log = write(
      'evil.jsonl',
      changed(real.slice(0, 3), { fingerprint: evil, message: evil }, { costs: [], error: 4 }),
    );
    for (const args of [
      ['explain', name!, log],
      ['diff', log, log],
    ]) {
      const { code, stdout } = await run('log', ...args);
      expect([code, stdout.includes('\u001b')]).toEqual([0, false]);
    }
  });
});

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { machine } from '../../../src/target/machine.js';
import { fakeNvcc } from '../../support/fake-cuda.js';
import { ownCache } from '../../support/own-cache.js';
import { formatCommand, hostCompiler } from '../../../src/measure/c-compiler.js';
import { quickGcc } from '../../support/quick-gcc.js';
import { buildOnce, ended, jsonLines, start, tune } from '../../cli/bin.js';
import { runIn } from '../../cli/run.js';

/** A convolution small enough that a trial is all compiler. */
const small = '--in-channels 4 --height 9 --width 7 --out-channels 8 --kernel 3 --pad 1 --threads 1 --seed 1'.split(
  ' ',
);

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-cli-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const linesOf = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trim().split('\n');

/** A folder of programs to be the PATH: gcc and what it needs, xgboost, and changes to that. */
function path(name: string, programs: Record<string, string | undefined>): { PATH: string; CC: string } {
  const bin = join(folder, name);
  mkdirSync(bin);
  const usual = { gcc: quickGcc, as: '/usr/bin/as', ld: '/usr/bin/ld', xgboost: '/usr/bin/xgboost' };
  for (const [tool, file] of Object.entries(usual)) {
    if (!(tool in programs)) symlinkSync(file, join(bin, tool));
  }
  for (const [tool, script] of Object.entries(programs)) {
    if (script === undefined) continue;
    writeFileSync(join(bin, tool), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, tool), 0o755);
  }
  return { PATH: bin, CC: 'gcc' };
}

// The tests of this group are one story, told in order: a run, its resumption, its log.
describe('a run', () => {
  test('tunes to the end, with an event for everything', () => {
    const { code, stdout, stderr } = tune(folder, ['conv2d', ...small, '--trials', '6', '--log', 'a.jsonl', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('seed 1') });
    expect(stdout + stderr).not.toContain('\u001b');
    const events = jsonLines(stdout);
    expect(events[0]).toMatchObject({ event: 'start', operator: 'conv2d', seed: 1, resumed: 0, log: 'a.jsonl' });
    const search = events.filter(({ event, phase }) => event === 'trial' && phase === 'search');
    expect(search.map(({ trial }) => trial)).toEqual([1, 2, 3, 4, 5, 6]);
    const finals = events.filter(({ event, phase }) => event === 'trial' && phase === 'final');
    expect(finals.length).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({
      event: 'finish',
      reason: 'trials',
      trials: 6,
      // On a busy machine nothing may be sure.
      confirmed: expect.any(Boolean),
      best: { template: 'conv2d.direct', gflops: expect.any(Number) },
      peak_fraction: expect.any(Number),
      replay: 'tune replay a.jsonl',
    });
    expect(linesOf('a.jsonl')).toHaveLength(events.filter(({ event }) => event === 'trial').length);
  });

  test('goes on where it stopped, and repeats nothing', async () => {
    const args = ['conv2d', ...small, '--trials', '14', '--log', 'a.jsonl', '--json'];
    const before = new Set(
      linesOf('a.jsonl').map((line) => (JSON.parse(line) as { config: { index: number } }).config.index),
    );
    const { code, stdout } = await runIn(folder, args);
    expect(code).toBe(0);
    const search = jsonLines(stdout).filter(({ event, phase }) => event === 'trial' && phase === 'search');
    expect(search.map(({ trial }) => trial)).toEqual(Array.from({ length: 8 }, (_, i) => i + 7));
    expect(search.filter(({ index }) => before.has(index as number))).toEqual([]);
  });

  test('when the log holds all trials, it measures nothing and tells the best', async () => {
    const lines = linesOf('a.jsonl').length;
    const { code, stdout, stderr } = await runIn(folder, ['conv2d', ...small, '--trials', '14', '--log', 'a.jsonl']);
    expect(code).toBe(0);
    expect(stderr).toContain('14 trials of 14 found in the log');
    for (const label of [
      'workload',
      'best',
      'speed',
      'template',
      'knobs',
      'trials',
      'time',
      'log',
      'replay',
      'show',
      'export',
    ]) {
      expect(stdout).toMatch(new RegExp(`^${label} +\\S`, 'm'));
    }
    expect(stdout).toMatch(/^trials +0 run, 14 from the log/m);
    expect(linesOf('a.jsonl')).toHaveLength(lines);
  });

  test('best gives the record that the run named', async () => {
    const { code, stdout, stderr } = tune(folder, ['best', 'a.jsonl', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [row, ...rest] = JSON.parse(stdout) as [Record<string, unknown>, ...unknown[]];
    expect(rest).toEqual([]);
    expect(Object.keys(row)).toEqual([
      'operator',
      'workload',
      'target',
      'fingerprint',
      'template',
      'index',
      'entity',
      'seconds',
      'gflops',
      'trials',
      'log',
      'line',
      'interval',
      'noisy',
      'warnings',
      'counts',
    ]);
    const summary = await runIn(folder, ['conv2d', ...small, '--trials', '14', '--log', 'a.jsonl', '--json']);
    expect(jsonLines(summary.stdout).at(-1)!['best']).toMatchObject({ index: row['index'], seconds: row['seconds'] });
    expect(
      (JSON.parse(linesOf('a.jsonl').at((row['line'] as number) - 1)!) as { config: object }).config,
    ).toMatchObject({
      index: row['index'],
    });
  });

  test('what the run names to show and export its best kernel works as it stands', async () => {
    const { stdout } = await runIn(folder, ['conv2d', ...small, '--trials', '14', '--log', 'a.jsonl', '--json']);
    const finish = jsonLines(stdout).at(-1)! as Record<'show' | 'export', string> & { best: { index: number } };
    // As a shell reads it: only the target is quoted.
    const wordsOf = (command: string): string[] =>
      [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).slice(1);
    const shown = await runIn(folder, [...wordsOf(finish.show), '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ index: finish.best.index });
    const { code } = await runIn(folder, wordsOf(finish.export));
    expect([code, existsSync(join(folder, wordsOf(finish.export).at(-1)!, 'Makefile'))]).toEqual([0, true]);
  });

  test('replay builds, checks and times it again from the log alone', async () => {
    const { code, stdout, stderr } = await runIn(folder, ['replay', 'a.jsonl', '--json']);
    const [row, ...rest] = JSON.parse(stdout) as [Record<string, unknown>, ...unknown[]];
    expect(rest).toEqual([]);
    expect(Object.keys(row)).toEqual([
      'operator',
      'workload',
      'target',
      'template',
      'index',
      'logged_seconds',
      'seconds',
      'seconds_min',
      'seconds_p90',
      'gflops',
      'max_rel_error',
      'correct',
      'verdict',
      'reason',
      'tries',
      'log',
      'line',
      'interval',
      'warnings',
      'counts',
    ]);
    expect(row['correct']).toBe(true);
    expect(row['max_rel_error']).toBeLessThan(1e-4);
    // On a busy machine it may take longer than it did; then it says so.
    if (code !== 0)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('times its logged time') });
  });

  test('replay of a forged record fails with the reason', async () => {
    const forged = linesOf('a.jsonl').map((line) => line.replace(/\["tile_oc","ot",\d+\]/, '["tile_oc","ot",1000]'));
    writeFileSync(join(folder, 'forged.jsonl'), forged.join('\n'));
    const { code, stdout, stderr } = await runIn(folder, ['replay', 'forged.jsonl', '--json']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/does not reproduce: .*tile_oc/);
    expect(JSON.parse(stdout)).toMatchObject([{ correct: false, seconds: null }]);
  });

  test('another run learns from its log, and the default log is named after the task', async () => {
    const other = small.map((word) => (word === '9' ? '11' : word));
    const args = ['conv2d', ...other, '--trials', '4', '--history', 'a.jsonl', '--json'];
    const { code, stdout } = await runIn(folder, args);
    expect(code).toBe(0);
    expect(jsonLines(stdout)[0]).toMatchObject({
      history: 14,
      log: expect.stringMatching(/^logs\/conv2d\..*11x7.*\.jsonl$/),
    });
    expect(existsSync(join(folder, jsonLines(stdout).at(0)!['log'] as string))).toBe(true);
  });

  test('an explorer without a model that goes by other tasks gets the history, too', async () => {
    const other = small.map((word) => (word === '9' ? '11' : word));
    const args = ['conv2d', ...other, '--trials', '1', '--explorer', 'transfer', '--log', 'transferred.jsonl'];
    const { code, stderr } = await runIn(folder, [...args, '--history', 'a.jsonl']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^\d+ configs of 1 workload for transfer to choose from$/m),
    });
  });

  test('more threads than cores are warned of, once, and the run goes on', async () => {
    const args = ['conv2d', ...small, '--threads', `${machine().cores + 1}`, '--trials', '1', '--log', 'crowd.jsonl'];
    const { code, stderr } = await runIn(folder, args);
    expect(code).toBe(0);
    const warnings = stderr.split('\n').filter((line) => line.includes('more than the'));
    expect(warnings).toEqual([
      expect.stringMatching(/^\d+ threads are more than the \d+ cores? here: .* not comparable/),
    ]);
    const usual = await runIn(folder, ['conv2d', ...small, '--trials', '1', '--log', 'crowd.jsonl']);
    expect(usual.stderr).not.toContain('more than');
  });

  test('a dry run builds and times nothing, and writes no log', async () => {
    const { code, stdout } = await runIn(folder, [
      'matmul',
      '-m',
      '5',
      '-n',
      '7',
      '-k',
      '3',
      '--trans-b',
      '--no-trans-a',
      '--trials',
      '4',
      '--threads',
      '1',
      '--dry-run',
      '--log',
      'dry.jsonl',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('4 candidates built, 0 failed');
    expect(stdout).toContain('matmul 5x7x3+trans-b');
    expect(existsSync(join(folder, 'dry.jsonl'))).toBe(false);
  });

  test('a CPU without instructions for a type is noted once, in text and as an event, by dry runs too', async () => {
    const args = 'matmul -m 8 -n 16 -k 8 --dtype bfloat16 --threads 1 --trials 1 --log narrow.jsonl'.split(' ');
    const says = 'x86-64-v2 has no dot product of bfloat16: products are computed in float32, no faster than float32.';
    const onOld = [...args, '--target', 'llvm -mcpu=x86-64-v2'];
    for (const more of [[], ['--dry-run']]) {
      const { stderr } = await runIn(folder, [...onOld, ...more]);
      expect(stderr.split('\n').filter((line) => line.includes('dot product'))).toEqual([says]);
    }
    const { stdout } = await runIn(folder, [...onOld, '--json']);
    expect(jsonLines(stdout)).toContainEqual({ event: 'note', text: says });
  });

  test('a dry run says what options of a shape leave as in the first workload', async () => {
    const shape = '--in-channels 4 --height 9 --width 7 --out-channels 8'.split(' ');
    const dry = '--trials 1 --threads 1 --template conv2d.direct --dry-run'.split(' ');
    const { code, stderr } = await runIn(folder, ['conv2d', ...shape, ...dry]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^conv2d \S+ \(.*kernel 3.* as in resnet18\.C2\) on /),
    });
  });

  test('a dry run for a GPU that is not here tells what is built, of each candidate what it needs, and the end', async () => {
    const env = { CUDACXX: fakeNvcc, ...(await ownCache(join(folder, 'cubins'))) };
    const target = ['--target', 'cuda -arch=sm_90'];
    const dry = ['matmul', '-m', '64', '-n', '64', '-k', '8', ...target, '--seed', '3', '--trials', '3', '--dry-run'];
    const { code, stdout, stderr } = await runIn(folder, [...dry, '--json'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/3 random configs, seed 3/) });
    const events = jsonLines(stdout);
    expect(events.map(({ event }) => event)).toEqual(['start', 'candidate', 'candidate', 'candidate', 'finish']);
    expect(events[0]).toMatchObject({ dry_run: true, target: 'cuda -arch=sm_90', trials: 3, minutes: null, seed: 3 });
    expect(events[1]).toMatchObject({ template: 'matmul.simt', registers: 40, spill_bytes: expect.any(Number) });
    expect(events[4]).toMatchObject({ reason: 'trials', built: 3, failed: 0, compiler: 'nvcc 13.0' });
    const again = (await runIn(folder, dry, env)).stdout;
    expect(again).toContain('all builds cached, nvcc 13.0 not run');
    expect(again).not.toContain('0 ns');
  });

  test('Ctrl-C ends a dry run, with the exit code of an interruption and what was built', async () => {
    const child = start(folder, ['conv2d', ...small, '--trials', '2000', '--dry-run', '--json']);
    child.stdout!.once('data', () => process.kill(-child.pid!, 'SIGINT'));
    const { code, stdout, stderr } = await ended(child);
    expect(code).toBe(130);
    expect(stderr).toContain('Dropping the builds in flight');
    expect(jsonLines(stdout).at(-1)).toMatchObject({
      event: 'finish',
      dry_run: true,
      reason: 'interrupted',
      failed: 0,
    });
  });
});

describe('trouble', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s to the whole group: all that was measured is logged, the best is told, exit 130',
    async (signal) => {
      const log = `${signal}.jsonl`;
      const child = start(folder, [
        'conv2d',
        ...small,
        '--trials',
        '5000',
        '--batch-size',
        '4',
        '--log',
        log,
        '--json',
      ]);
      let trials = 0;
      child.stdout!.on('data', (chunk: Buffer) => {
        trials += chunk.toString().split('"event":"trial"').length - 1;
        if (trials >= 5) process.kill(-child.pid!, signal);
        if (trials >= 5) trials = -Infinity;
      });
      const { code, stdout, stderr } = await ended(child);
      expect(code).toBe(130);
      expect(stderr).toContain('Stopping after the trial in flight');
      const events = jsonLines(stdout);
      expect(events.at(-1)).toMatchObject({
        event: 'finish',
        reason: 'interrupted',
        best: expect.anything(),
        failed: 0,
      });
      expect(linesOf(log)).toHaveLength(events.filter(({ event }) => event === 'trial').length);
    },
  );

  test('when the reader of stdout goes away, that is no complaint, and the log is whole', async () => {
    const child = start(folder, [
      'conv2d',
      ...small,
      '--trials',
      '12',
      '--batch-size',
      '4',
      '--log',
      'pipe.jsonl',
      '--json',
    ]);
    child.stdout!.on('data', (text) => {
      if (String(text).includes('"event":"trial"')) child.stdout!.destroy();
    });
    const { code, stderr } = await ended(child);
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|Error|bug/);
    for (const line of linesOf('pipe.jsonl')) expect(JSON.parse(line)).toHaveProperty('version', 0.2);
  });

  test('without gcc, it says how to get it: exit 3', () => {
    const { code, stderr } = tune(folder, ['conv2d', ...small], path('no-gcc', { gcc: undefined }));
    expect(code).toBe(3);
    expect(stderr).toMatch(/gcc.*apt-get install gcc/);
  });

  test('without xgboost, it says so before the first trial: exit 3; a search without a model goes on', async () => {
    const env = { ...path('no-xgboost', { xgboost: undefined }), XGBOOST_LIB: '/nowhere/libxgboost.so' };
    const { code, stderr } = tune(folder, ['conv2d', ...small, '--log', 'x.jsonl'], env);
    expect(code).toBe(3);
    expect(stderr).toContain('apt-get install libxgboost0');
    expect(existsSync(join(folder, 'x.jsonl'))).toBe(false);
    const random = ['conv2d', ...small, '--log', 'x.jsonl', '--trials', '2', '--explorer', 'random'];
    expect((await runIn(folder, random, env)).code).toBe(0);
  });

  test('when no candidate compiles, the first message of the compiler is shown: exit 1', () => {
    const script =
      'case "$*" in *-O2*-ffreestanding*) echo "kernel.c:7:1: error: no such luck" >&2; exit 1;; esac; exec ' +
      `"${quickGcc}" "$@"`;
    const env = path('bad-gcc', { gcc: script });
    const { code, stdout, stderr } = tune(folder, ['conv2d', ...small, '--trials', '3', '--log', 'bad.jsonl'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/No valid schedule found in 3 trials; first failure: .*error: no such luck/);
    expect(stdout).toMatch(/3 trials did not compile/);
    expect(stdout).not.toContain('0.00');
    expect(linesOf('bad.jsonl')).toHaveLength(3);
  });

  test('when the log cannot be written, it says so: exit 1', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await runIn(folder, ['conv2d', ...small, '--log', 'file/a.jsonl']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tune: The log "file\/a\.jsonl" cannot be written/m);
  });
});

test('NO_COLOR is obeyed, and colours can be forced', () => {
  const plain = tune(folder, ['list', 'operators'], { FORCE_COLOR: '1', NO_COLOR: '1' });
  expect(plain.stdout).not.toContain('\u001b');
  expect(tune(folder, ['list', 'operators'], { FORCE_COLOR: '1' }).stdout).toContain('\u001b');
});

test('doctor finds what is there', async () => {
  const { code, stdout } = await runIn(folder, ['doctor', '--json']);
  expect(code).toBe(0);
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; status: string; text: string }[];
  };
  expect(ok).toBe(true);
  expect(checks.find(({ name }) => name === 'bandwidth 1')?.text).toMatch(/^[\d.]+ GB\/s read from memory$/);
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'node',
      formatCommand(hostCompiler().command),
      'sandbox',
      'xgboost',
      'nvcc',
      'GPU',
      'CPU',
      'peak 1',
      'bandwidth 1',
    ]),
  );
});

test('doctor names what is missing and how to get it: exit 3', () => {
  const { code, stdout, stderr } = tune(folder, ['doctor'], {
    ...path('doctor', { xgboost: undefined }),
    XGBOOST_LIB: '/nowhere/libxgboost.so',
  });
  expect(code).toBe(3);
  expect(stdout).toMatch(/missing +xgboost/);
  expect(stderr).toContain('apt-get install libxgboost0');
});

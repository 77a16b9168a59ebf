import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encode } from '../../../src/log/record/record.js';
import { ownRecord } from '../../log/record/fixtures.js';
import { buildOnce, tune } from '../../cli/bin.js';
import { run } from '../../cli/run.js';

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-output-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A log of records of our own, each with something changed. */
function logOf(changes: readonly object[]): string {
  const path = join(folder, `${changes.length}.jsonl`);
  const lines = changes.map((change) => encode({ ...ownRecord, ...change }));
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

describe('an output that cannot be written', () => {
  test('a pipe for a report of a job is refused, and not waited for', () => {
    const pipe = join(folder, 'pipe.xml');
    spawnSync('mkfifo', [pipe]);
    const { code, stderr } = tune(folder, ['retune', 'no.yaml', '--junit', pipe]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('cannot be written (it is a pipe)') });
  });

  const search = [resolve('test/fixtures/matmul-dot.jsonl.gz'), '--explorer', 'random', '--json'];
  test.each([['best', '--json'], ['best'], ['list', 'workloads', '--json'], ['simulate', ...search]])(
    'tune %s %s > /dev/full says so and fails',
    (command, ...options) => {
      const full = openSync('/dev/full', 'w');
      const words = command === 'best' ? [command, logOf([{}]), ...options] : [command, ...options];
      const ended = spawnSync(process.execPath, [resolve('bin/tune'), ...words], {
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      closeSync(full);
      expect(ended.stderr).toMatch(
        /^tune: The output cannot be written \(ENOSPC: no space left .*\): send it somewhere/m,
      );
      expect([ended.status, ended.stderr.split('tune: ').length]).toEqual([1, 2]);
    },
  );
});

describe('a log that somebody made up', () => {
  test('is no command to a runner of GitHub, and JSON stays the same', () => {
    const fingerprint = '::add-mask::a ##[set-env name=b]c';
    const log = logOf([{ tune: { ...ownRecord.tune, fingerprint } }]);
    writeFileSync(log, '{"version": "::stop-commands::x ##[command]y"}\n', { flag: 'a' });
    const onGitHub = { GITHUB_ACTIONS: 'true' };
    const table = tune(folder, ['best', log], onGitHub);
    const json = tune(folder, ['best', '--json', log], onGitHub);
    for (const text of [table.stdout, json.stdout]) expect(text).not.toMatch(/^\s*::|##\[/m);
    for (const text of [table.stderr, json.stderr]) expect(text).not.toMatch(/::|##\[/);
    expect(table.stdout).toContain('add-mask');
    expect(json.stdout).toContain(String.raw`##\u005bset-env`);
    expect(JSON.parse(json.stdout)).toMatchObject([{ fingerprint }]);
    expect(tune(folder, ['::error::'], onGitHub).stderr).toMatch(/^tune: Unknown operator or command ":\\u003aerror/);
  });

  test('has escapes of its names shown, in tables, in JSON and in messages', () => {
    const fingerprint = '\x1b[2J\x9b31mEPYC\u202e';
    const log = logOf([
      { tune: { ...ownRecord.tune, fingerprint } },
      { tune: { ...ownRecord.tune, fingerprint: 'b' } },
    ]);
    writeFileSync(log, '{"version": "\x9b2J"}\n{"input":["\\u001b[2J"],"version":0.2}\n', { flag: 'a' });
    const table = tune(folder, ['best', log]);
    const json = tune(folder, ['best', '--json', log]);
    for (const text of [table.stdout, table.stderr, json.stdout, json.stderr])
      expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
    expect(table.stdout).toContain(String.raw`\u001b[2J\u009b31mEPYC\u202e`);
    expect(JSON.parse(json.stdout)).toMatchObject([{ fingerprint }, { fingerprint: 'b' }]);
  });

  test('does not blow up what is printed of it', async () => {
    const long = (letter: string): string => letter.repeat(500);
    const records = Array.from({ length: 300 }, (_, place) => ({
      target: `llvm -mcpu=${long('a')}`,
      task: long('b'),
      args: [place],
      tune: { ...ownRecord.tune, operator: long('c'), workload: long('d'), fingerprint: 'e'.repeat(20_000) },
    }));
    const log = logOf([...records, ownRecord]);
    const { stdout } = await run('best', log);
    const lines = stdout.split('\n');
    expect(lines).toHaveLength(302);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(700);
  });
});

test('without a folder for temporary files, what sets another one is said', () => {
  const search = [
    'simulate',
    resolve('test/fixtures/matmul-dot.jsonl.gz'),
    '--trainer',
    'executable',
    '--trials',
    '16',
  ];
  for (const words of [['conv2d', '--trials', '1'], ['doctor'], search]) {
    const { stderr } = tune(folder, words, { TMPDIR: join(folder, 'missing') });
    expect(stderr).not.toMatch(/bug in tune/);
    if (words[0] === 'conv2d') expect(stderr).toMatch(/No temporary folder can be made .*: set TMPDIR to a folder/);
  }
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildOnce, type Ended } from '../../cli/bin.js';

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-search-'));
  for (const file of ['matmul-dot.jsonl.gz', 'made-up.kt-cache.json'])
    copyFileSync(join('test', 'fixtures', file), join(folder, file));
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function bench(...args: readonly string[]): Ended {
  const env = { ...process.env, TUNE_DATA: undefined };
  const command = [resolve('dist/bench/search.js'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  return { code: status, stdout, stderr };
}

test('searches in processes of their own, and goes on where it was interrupted', () => {
  const [journal, json] = [join(folder, 'journal.jsonl'), join(folder, 'figures.json')];
  const few = bench('--data', folder, '--quick', '--rows', '^grid$', '--resume', journal);
  expect(few).toMatchObject({ code: 0 });
  expect(few.stderr).toContain('1 row, 3 tables: 6 of 6 searches are left to do');
  const all = bench('--data', folder, '--quick', '--rows', '^(random|grid)$', '--resume', journal, '--json', json);
  expect(all.stderr).toContain('2 rows, 3 tables: 60 of 66 searches are left to do');
  const { rows } = JSON.parse(readFileSync(json, 'utf8')) as { rows: readonly { name: string }[] };
  expect(rows.map(({ name }) => name)).toEqual(['random', 'grid']);
  // What a search does is a matter of its seed, not of the process.
  const again = bench('--data', folder, '--quick', '--rows', '^(random|grid)$', '--jobs', '1');
  const withoutTimes = (text: string): string => text.replace(/ [\d.]+ \/ [\d.]+ \|$/gm, '').replace(/--jobs \d+/, '');
  expect(withoutTimes(again.stdout)).toBe(withoutTimes(all.stdout));
});

test.each([
  [[], 2, 'name a folder with --data or TUNE_DATA'],
  [['--data', 'test/docs'], 2, 'holds no AutoTVM log'],
  [['--data', '.', '--seeds', '0'], 2, 'whole number above 0'],
  [['--data', '.', '--rows', '('], 2, 'regular expression'],
])('refuses %j with a sentence', (args, code, sentence) => {
  const ended = bench(...args);
  expect(ended).toMatchObject({ code });
  expect(ended.stderr).toContain(sentence);
});

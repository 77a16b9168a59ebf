import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systems } from '../../../bench/systems/systems.js';
import { buildOnce, type Ended } from '../../cli/bin.js';

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-arena-'));
  copyFileSync(join('test', 'fixtures', 'made-up.kt-cache.json'), join(folder, 'made-up.kt-cache.json'));
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function bench(...args: readonly string[]): Ended {
  const env = { ...process.env, TUNE_DATA: undefined };
  const command = [resolve('dist/bench/arena.js'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  return { code: status, stdout, stderr };
}

test('is refused in a sentence where there is nothing to measure on', () => {
  const [none, alone] = [bench(), bench('--data', folder)];
  expect([none.code, alone.code]).toEqual([2, 2]);
  expect(none.stderr).toContain('name a folder with --data');
  expect(alone.stderr).toContain('holds no AutoTVM log of several tasks');
});

test('has a row for each system, and figures of what is built', () => {
  copyFileSync(join('test', 'fixtures', 'matmul-dot.jsonl.gz'), join(folder, 'matmul-dot.jsonl.gz'));
  const { code, stdout } = bench('--data', folder, '--quick', '--jobs', '2');
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  const about = lines.filter((line) => line.startsWith('| **'));
  expect(about.map((line) => line.includes('*not built yet* | – |'))).toEqual(
    systems.map(({ label }) => label === 'not built yet'),
  );
  for (const { ways } of systems) {
    // Logs of many shapes are not among these data.
    for (const way of ways.filter(({ kind }) => kind !== 'dispatch')) {
      const row = way.kind === 'scheduler' ? `matmul-dot: ${way.scheduler} (` : ` | ${way.name} | `;
      expect(lines.find((line) => line.includes(row))).toMatch(/\| [\d.]+( \/ ([\d.]+|never)){1,2} \|/);
    }
  }
  expect(lines.find((line) => line.includes('*oracle*'))).toContain('1.000 / 1.000');
}, 120_000);

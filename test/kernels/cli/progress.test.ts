import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { run, runOnTerminal } from '../../cli/run.js';
import { useQuickGcc } from '../../support/quick-gcc.js';

useQuickGcc();

const shape = '-m 16 -n 16 -k 16'.split(' ');
let folder = '';
let log = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tune-progress-'));
  log = join(folder, 'known.jsonl');
  const search = '--threads 1 --explorer random --trials 2 --seed 1'.split(' ');
  expect(await run('matmul', ...shape, ...search, '--log', log)).toMatchObject({ code: 0 });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What the status line shows in turn; whatever the times are, it is gone in the end. */
async function statusesOf(...args: readonly string[]): Promise<string> {
  const { statuses, said } = await runOnTerminal(...args);
  expect(said).toBeUndefined();
  expect([statuses[0], statuses.at(-1)]).toEqual(['preparing 0:00', undefined]);
  return statuses.join('\n');
}

test('replay shows which record it measures', async () => {
  expect(await statusesOf('replay', log)).toMatch(/^measuring matmul 16x16x16 ░+ 0\/1$/m);
});

test('check shows which record it measures', async () => {
  const shown = await statusesOf('check', log, '--baseline', log, '--json');
  expect(shown).toMatch(/^measuring matmul 16x16x16 ░+ 0\/1$/m);
});

test('retune shows the workload, its search, and the comparison at its end', async () => {
  const job = '{ operator: matmul, shape: { m: 16, n: 16, k: 16 } }';
  const manifest = join(folder, 'job.yaml');
  const budget = 'budget: { trials: 3 }\ngates: { speed: off }\nseed: 1\n';
  writeFileSync(manifest, `workloads: [${job}]\ntargets: [llvm -threads=1]\n${budget}`);
  const searched = await statusesOf('retune', manifest);
  expect(searched).toMatch(/^workload 1\/1, matmul 16x16x16, search$/m);
  expect(searched).toMatch(/^workload 1\/1, matmul 16x16x16, search .*3\/3 \| best \S+ GFLOPS \| \d failed/m);
  expect(searched).toMatch(/^workload 1\/1, matmul 16x16x16, comparing .*3\/3/m);
  expect(await statusesOf('retune', manifest)).toMatch(/^workload 1\/1, matmul 16x16x16, timing its record$/m);
});

test('a dry run shows its candidates', async () => {
  const args = ['matmul', ...shape, '--threads', '1', '--dry-run', '--trials', '2', '--seed', '1'];
  expect(await statusesOf(...args)).toMatch(/^candidates █+ 2\/2$/m);
});

test('what fails leaves no status line behind', async () => {
  const { statuses, code } = await runOnTerminal('replay', join(folder, 'none.jsonl'));
  expect([code, statuses.at(-1)]).toEqual([2, undefined]);
});

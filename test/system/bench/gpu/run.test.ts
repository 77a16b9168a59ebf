import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildOnce } from '../../../cli/bin.js';
import { fakeNvcc, installFakeCuda, type FakeCuda } from '../../../support/fake-cuda.js';
import { ownCache } from '../../../support/own-cache.js';

let folder = '';
let cuda: FakeCuda;
beforeAll(async () => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-bench-gpu-'));
  await ownCache(folder);
  cuda = installFakeCuda();
}, 120_000);
afterAll(() => {
  cuda.remove();
  rmSync(folder, { recursive: true });
});

/** Runs the benchmark on the fake GPU, with a python3 that is a shell script; its table and figures. */
function run(python: string, ...workloads: readonly string[]): { table: string; rows: Record<string, unknown>[] } {
  writeFileSync(join(folder, 'python3'), `#!/bin/sh\n${python}\n`);
  chmodSync(join(folder, 'python3'), 0o755);
  const args = ['--minutes', '5', '--trials', '3', '--out', join(folder, 'out')];
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('dist/bench/gpu/main.js'), ...args, ...workloads.flatMap((words) => ['--workload', words])],
    {
      encoding: 'utf8',
      // A cache of its own, since what the fake compiler makes is for nobody else.
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}`, CUDACXX: fakeNvcc, XDG_CACHE_HOME: folder },
    },
  );
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const { rows } = JSON.parse(readFileSync(join(folder, 'out', 'results.json'), 'utf8')) as ReturnType<typeof run>;
  return { table: readFileSync(join(folder, 'out', 'table.md'), 'utf8'), rows };
}

test('tunes on the GPU, times beside the peers, and writes table, figures and log', () => {
  const answer = '{"peers": [{"name": "cuBLAS", "seconds": 1e-5}]}';
  const { table, rows } = run(
    `echo '{"about": "PyTorch 2"}'; while read -r line; do echo '${answer}'; done`,
    'matmul -m 16 -n 32 -k 8',
  );
  expect(rows).toMatchObject([
    { workload: 'matmul -m 16 -n 32 -k 8', peers: [{ name: 'cuBLAS' }], ratio: { rival: 'cuBLAS' } },
  ]);
  expect(table).toMatch(/^# tune on Fake GPU$/m);
  expect(table).toMatch(/^\| matmul -m 16 -n 32 -k 8 \| [\d.]+ \| 0.8 \|  \|.*matmul\.\w+ \| 3 \| [\d.]+e-\d+ \|$/m);
  expect(table).toContain('Peers: PyTorch 2.');
  const log = readFileSync(join(folder, 'out', 'trials.jsonl'), 'utf8')
    .trim()
    .split('\n');
  expect(log.length).toBeGreaterThanOrEqual(3);
  expect(log[0]).toContain('"compiler":"nvcc 13.0"');
});

test('without PyTorch the table says so and has the rest', () => {
  const { table, rows } = run(
    `echo 'python3 has no PyTorch here' >&2; exit 1`,
    'conv2d --in-channels 4 --out-channels 8 --height 6 --width 6 --kernel 3 --pad 1',
  );
  expect(rows).toMatchObject([{ ours: { effort: { trials: 3 } }, peers: [] }]);
  expect(table).toContain('- Peers: none, since python3 has no PyTorch here.');
});

test('a workload that is none ends with 2 and one sentence', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('dist/bench/gpu/main.js'), '--workload', 'matmul -x 4'],
    { encoding: 'utf8' },
  );
  expect(stderr).toMatch(/"matmul -x 4" is no workload: `tune matmul --help`/);
  expect(status).toBe(2);
});

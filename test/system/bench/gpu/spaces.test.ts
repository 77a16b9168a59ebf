import { beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildOnce } from '../../../cli/bin.js';
import { fakeNvcc } from '../../../support/fake-cuda.js';
import { ownCache } from '../../../support/own-cache.js';

beforeAll(buildOnce, 120_000);

async function run(
  ...workloads: readonly string[]
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const cache = mkdtempSync(join(tmpdir(), 'tune-bench-gpu-'));
  const words = workloads.flatMap((text) => ['--workload', text]);
  const ran = spawnSync(
    process.execPath,
    [resolve('dist/bench/gpu/spaces.js'), '--configs', '2', '--arch', 'sm_90', ...words],
    { encoding: 'utf8', env: { ...process.env, CUDACXX: fakeNvcc, ...(await ownCache(cache)) } },
  );
  rmSync(cache, { recursive: true });
  return ran;
}

test('each template is asked about workloads in its types', async () => {
  const { status, stdout, stderr } = await run('matmul -m 16 -n 32 -k 8', 'matmul -m 16 -n 32 -k 8 --dtype tfloat32');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const rows = stdout.split('\n').filter((line) => line.startsWith('| matmul'));
  expect(rows.map((row) => row.split(' | ')[1])).toEqual(['matmul.simt', 'matmul.mma', 'matmul.wgmma']);
  expect(stdout).toMatch(/^0 of 6 configs failed \(0\.0 %\)\.$/m);
});

test('a workload that no CUDA template serves ends with 2 and one sentence', async () => {
  const { status, stderr } = await run(
    'conv2d_transpose --in-channels 4 --out-channels 8 --height 6 --width 6 --kernel 3',
  );
  expect(status).toBe(2);
  expect(stderr).toBe('bench:gpu:spaces: No CUDA template serves these workloads: `tune list templates` names them.\n');
});

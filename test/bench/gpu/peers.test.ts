import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GpuPeers } from '../../../bench/gpu/peers.js';
import { conv2d } from '../../../src/operator/conv2d.js';
import { matmul } from '../../../src/operator/matmul.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-peers-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A python3 that is a shell script. */
function python(body: string): string {
  const path = join(folder, 'python3');
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('each workload is asked for with its shape, and answered with seconds', async () => {
  const peers = await GpuPeers.start(
    python(`echo '{"about": "PyTorch 2"}'
    while read -r line; do echo "$line" >>${folder}/asked; echo '{"peers": [{"name": "cuBLAS", "seconds": 0.5}]}'; done`),
  );
  expect(peers.about).toBe('PyTorch 2');
  expect(await peers.time(matmul.workload('gemm.512', {}), 7)).toEqual([{ name: 'cuBLAS', seconds: 0.5 }]);
  await peers.time(conv2d.workload('resnet18.C2', { batch: '16' }), 0);
  await peers.stop();
  const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  expect(asked.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { operator: 'matmul', m: 512, n: 512, k: 512, transA: false, cacheFlushBytes: 7 },
    { operator: 'conv2d', batch: 16, inChannels: 64, kernel: [3, 3], pad: [1, 1, 1, 1], cacheFlushBytes: 0 },
  ]);
});

test.each([
  ['has no PyTorch', `echo 'python3 has no PyTorch here' >&2; exit 1`, 'python3 has no PyTorch here'],
  ['says nothing', 'exit 1', 'python3 ended without a word'],
])('when python3 %s then that is the reason', async (_, body, reason) => {
  await expect(GpuPeers.start(python(body))).rejects.toThrow(reason);
});

test('when there is no python3 then that is the reason', async () => {
  await expect(GpuPeers.start(join(folder, 'nowhere'))).rejects.toThrow(/^there is no .*nowhere here$/);
});

test('what a peer cannot do is an error that others outlive', async () => {
  const peers = await GpuPeers.start(
    python(`echo '{"about": "PyTorch 2"}'; read -r line; echo '{"error": "out of memory"}'; read -r line; exit 3`),
  );
  const workload = matmul.workload('gemm.512', {});
  await expect(peers.time(workload, 0)).rejects.toThrow('out of memory');
  await expect(peers.time(workload, 0)).rejects.toThrow('ended without a word');
  await peers.stop();
});

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GpuPeers } from '../../../../bench/gpu/peers.js';
import { conv2d } from '../../../../src/operator/conv2d.js';
import { matmul } from '../../../../src/operator/matmul.js';
import { packageRoot } from '../../../../src/target/root.js';
import { describeWhere } from '../../../support/skips.js';

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

const hasPython = spawnSync('python3', ['--version']).status === 0;
const describeWithPython = describeWhere(hasPython, 'apt-get install python3');

describeWithPython('a peer on a GPU whose clocks need 5 ms to rise', () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });

  /** Seconds of two rounds on PyTorch's stand-in, and what was queued in the last repeats of the second. */
  async function timed(secondsOfCall: number, flushBytes: number): Promise<{ rounds: number[]; last: string[] }> {
    const log = join(folder, 'torch');
    process.env = {
      ...environment,
      PYTHONPATH: join(packageRoot(), 'test', 'support', 'fake-torch'),
      PYTHONDONTWRITEBYTECODE: '1',
      FAKE_TORCH_SECONDS: String(secondsOfCall),
      FAKE_TORCH_LOG: log,
    };
    const peers = await GpuPeers.start();
    const rounds: number[] = [];
    for (let i = 0; i < 2; i++)
      rounds.push((await peers.time(matmul.workload('gemm.512', {}), flushBytes))[0]!.seconds);
    await peers.stop();
    return { rounds, last: readFileSync(log, 'utf8').trim().split('\n').slice(-8) };
  }

  test('is timed as a graph of many calls, behind one that keeps the GPU busy', async () => {
    const { rounds, last } = await timed(2e-6, 0);
    for (const seconds of rounds) expect(seconds).toBeCloseTo(2e-6, 7);
    const repeat = ['graph of 15', 'event', expect.stringMatching(/^graph of (49\d|500)$/), 'event'];
    expect(last).toEqual([...repeat, ...repeat]);
  });

  test('is swept as ours are, and is a graph of one call then', async () => {
    const { rounds, last } = await timed(30e-6, 1000);
    for (const seconds of rounds) expect(seconds).toBeCloseTo(35e-6, 7);
    const repeat = ['sweep', 'event', 'graph of 1', 'event'];
    expect(last).toEqual([...repeat, ...repeat]);
  });

  test('is warmed up in each round, also when a call takes milliseconds', async () => {
    const { rounds } = await timed(4e-3, 0);
    for (const seconds of rounds) expect(seconds).toBeCloseTo(4e-3, 4);
  });

  test('has the limits of our own warm-up', () => {
    const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');
    const [ours, theirs] = [read('native/cuda/timing.c'), read('bench/gpu/peers.py')];
    const of = (name: string): string | undefined => new RegExp(`\\b${name} = ([\\d.e-]+)`).exec(ours)?.[1];
    const list = (...names: string[]): string => names.map(of).join(', ');
    expect(theirs).toContain(` = ${list('round_seconds', 'least_warm_up', 'most_warm_up', 'same_time')}\n`);
    expect(theirs).toContain(` = ${list('lead_seconds', 'longest_lead')}\n`);
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fakeNvcc, installFakeCuda, type FakeCuda } from '../../support/fake-cuda.js';
import { ownCache } from '../../support/own-cache.js';
import { buildOnce, tune } from '../../cli/bin.js';
import { runIn } from '../../cli/run.js';

const small = '-m 24 -n 32 -k 8 --seed 1 --explorer random'.split(' ');
const onGpu = ['matmul', ...small, '--target', 'cuda'];

let folder = '';
let cuda: FakeCuda;
beforeAll(async () => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-cli-gpu-'));
  cuda = installFakeCuda({ CUDACXX: fakeNvcc, FAKE_NVCC_SERIALIZED: '1', ...(await ownCache(join(folder, 'cache'))) });
});
afterAll(() => {
  cuda.remove();
  rmSync(folder, { recursive: true });
});

const without = { FAKE_CUDA_DEVICES: '0' };
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

// The tests of this group are one story, told in order.
describe('on a machine with a GPU', () => {
  test('a run names the GPU in its records, and what the compiler warned of; they replay', async () => {
    const serialized: unknown = expect.stringMatching(/^Potential Performance Loss: wgmma.* are serialized/);
    const { code, stderr } = tune(folder, [...onGpu, '--trials', '2', '--log', 'gpu.jsonl']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('cuda -arch=sm_90') });
    expect(JSON.parse(read('gpu.jsonl').split('\n').at(0)!)).toMatchObject({
      tune: { fingerprint: 'fake-gpu.sm_90.1024m', gpu: { launch: 'graph' }, warnings: [serialized] },
    });
    const replayed = await runIn(folder, ['replay', 'gpu.jsonl', '--json']);
    expect(JSON.parse(replayed.stdout)).toMatchObject([
      { target: 'cuda -arch=sm_90', correct: true, warnings: [serialized] },
    ]);
    const best = await runIn(folder, ['best', 'gpu.jsonl', '--json']);
    expect(JSON.parse(best.stdout)).toMatchObject([{ target: 'cuda -arch=sm_90', warnings: [serialized] }]);
  });

  test('elsewhere what can be replayed is, what cannot is named with the reason: exit 3', async () => {
    const cpu = await runIn(folder, ['matmul', ...small, '--threads', '1', '--trials', '2', '--log', 'cpu.jsonl']);
    expect(cpu.code).toBe(0);
    // Its time is no standard, so that a busy machine does not make it fail.
    writeFileSync(
      join(folder, 'cpu.jsonl'),
      read('cpu.jsonl').replaceAll(/"fingerprint":"[^"]*"/g, '"fingerprint":"x"'),
    );
    const { code, stdout, stderr } = await runIn(folder, ['replay', 'gpu.jsonl', 'cpu.jsonl', '--json'], without);
    expect(JSON.parse(stdout)).toMatchObject([
      { target: 'cuda -arch=sm_90', seconds: null, correct: null },
      { target: expect.stringContaining('llvm'), correct: true },
    ]);
    expect(stderr).toMatch(
      /^tune: gpu\.jsonl:\d+ \(matmul\.simt\) cannot be replayed here\. CUDA kernels.*the driver finds no GPU/m,
    );
    expect(code).toBe(3);
    const other = await runIn(folder, ['replay', 'gpu.jsonl'], { FAKE_CUDA_ARCH: '80' });
    expect(other.stderr).toMatch(
      /cannot be replayed here\. The GPU here, Fake GPU, is sm_80 and cannot run kernels for sm_90\.$/m,
    );
    expect(other.stdout).toContain('not here');
    expect(other.code).toBe(3);
  });
});

describe('a run that cannot start leaves no log and prints no header', () => {
  const cases: [why: string, env: Record<string, string>, target: string, code: number, says: RegExp][] = [
    ['no GPU', without, 'cuda -arch=sm_90', 3, /^tune: CUDA kernels cannot run here, since the driver finds no GPU/],
    [
      'another GPU',
      {},
      'cuda -arch=sm_80',
      2,
      /^tune: The GPU here, Fake GPU, is sm_90 and cannot run kernels for sm_80/,
    ],
    ['an older driver', { FAKE_CUDA_DRIVER: '12040' }, 'cuda', 3, /^tune: The driver supports CUDA 12\.4/],
    ['no nvcc', { CUDACXX: '/nowhere/nvcc' }, 'cuda', 3, /^tune: CUDA's compiler "\/nowhere\/nvcc" cannot be run/],
  ];
  test.each(cases)('%s', async (_, env, target, exit, says) => {
    const log = join('new', 'a.jsonl');
    const { code, stdout, stderr } = await runIn(folder, ['matmul', ...small, '--target', target, '--log', log], env);
    expect(stderr).toMatch(says);
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: exit, stdout: '', lines: 1 });
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });
});

describe('a workload that is too large is refused in a sentence', () => {
  test.each([
    [
      '--target cuda',
      /^tune: This workload needs 0\.068 GB of the GPU's memory for its arguments, and Fake GPU has 0\.067: take a smaller one\.$/m,
    ],
    [
      '--target cuda -m 2000000 -k 2000000',
      /^tune: This workload needs 16\d+\.\d GB of memory for its arguments, and this machine has [\d.]+: take/m,
    ],
    [
      '--threads 1 -m 2000000 -k 2000000',
      /^tune: This workload needs 16\d+\.\d GB of memory for its arguments, and this machine has [\d.]+: take/m,
    ],
  ])('%s', async (args, says) => {
    const shape = '-m 1000 -n 1000 -k 4000 --seed 1 --explorer random --trials 1 --log large.jsonl'.split(' ');
    const env = { FAKE_CUDA_MEMORY: String(64 << 20) };
    const { code, stderr } = await runIn(folder, ['matmul', ...shape, ...args.split(' ')], env);
    expect(stderr).toMatch(says);
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'large.jsonl'))).toBe(false);
  });

  test('in a dry run, too, where no candidate fits', async () => {
    const shape = '-m 16000000 -n 16000000 -k 100000 --seed 1 --trials 4 --dry-run'.split(' ');
    const { code, stderr } = await runIn(folder, ['matmul', ...shape, '--target', 'cuda -arch=sm_90']);
    expect(stderr).toMatch(
      /^tune: No candidate fits into what the target allows: take a smaller shape .* first failure: \w+ has a grid of/m,
    );
    expect(code).toBe(1);
  });
});

test('doctor tells what the GPU is, or that --dry-run needs none', async () => {
  const check = async (env: Record<string, string>): Promise<unknown> => {
    const { stdout } = await runIn(folder, ['doctor', '--json'], env);
    const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
    return checks.find(({ name }) => name === 'GPU');
  };
  expect(await check({})).toMatchObject({ status: 'ok', text: 'Fake GPU, sm_90, memory 1 GiB, driver of CUDA 13.0' });
  expect(await check(without)).toMatchObject({
    status: 'absent',
    text: expect.stringMatching(/--dry-run builds without it; the driver finds no GPU/),
  });
});

test('what lists for the GPU that is here says how to name another one', async () => {
  const knobs = ['list', 'knobs', 'matmul', 'gemm.512', '--target', 'cuda'];
  expect((await runIn(folder, knobs)).code).toBe(0);
  const { code, stderr } = await runIn(folder, knobs, without);
  expect(stderr).toMatch(/since the driver finds no GPU.*: name its architecture, as in --target "cuda -arch=sm_90"/);
  expect(code).toBe(3);
});

import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../../src/target/errors.js';
import { gpuArchitectures, gpuOf } from '../../../src/backend/cuda/architectures.js';
import { launchProblem, type LaunchShape } from '../../../src/backend/cuda/launch-problem.js';
import { gpuTarget } from '../../support/targets.js';
import { testWhere } from '../../support/skips.js';

describe('the architectures', () => {
  test('a CUDA target carries the limits of its architecture', () => {
    expect(gpuTarget('sm_90').gpu).toMatchObject({ sharedPerBlock: 227 << 10, warpGroupProducts: true });
    expect(gpuTarget('sm_86').gpu).toMatchObject({ sharedPerBlock: 99 << 10, threadsPerSm: 1536 });
    expect(gpuTarget('sm_75').gpu).toMatchObject({ sharedPerBlock: 64 << 10, asyncCopy: false });
  });

  test('the variant of an architecture has the limits of the architecture', () => {
    expect(gpuOf('sm_90a')).toEqual(gpuOf('sm_90'));
    expect(gpuOf('sm_120f')).toEqual(gpuOf('sm_120'));
  });

  test.each([
    ['sm_91', 'sm_90'],
    ['sm_90x', 'sm_90'],
    ['compute_90', 'sm_90'],
    ['sm90', 'sm_90'],
    ['sm_9', 'sm_90'],
    ['sm_', undefined],
    ['sm_61', undefined],
    ['toString', undefined],
  ])('%s is none, and may mean %s', (name, meant) => {
    expect(() => gpuOf(name)).toThrow(UsageError);
    const hint = meant === undefined ? '\\.' : `: did you mean "cuda -arch=${meant}"\\?`;
    expect(() => gpuOf(name)).toThrow(
      new RegExp(`known CUDA architecture${hint} Known are ${gpuArchitectures.join(', ')}\\.$`),
    );
  });
});

const { status, stdout: nvccKnows } = spawnSync('nvcc', ['--list-gpu-code'], { encoding: 'utf8' });
const withNvcc = testWhere(status === 0, 'nvcc');

/** The compiler ignores a wish for more blocks an SM than its architecture has, and says so. */
withNvcc('blocks and threads an SM are what ptxas takes them for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  const ptxVersion = nvccKnows.includes('sm_110') ? '9.0' : '8.0';
  const refused = (arch: string, ...wishes: readonly (readonly [threads: number, blocks: number])[]): boolean[] => {
    const file = join(folder, 'bounds.ptx');
    const target = `.version ${ptxVersion}\n.target ${arch}\n.address_size 64\n`;
    const kernels = wishes.map(
      ([threads, blocks], i) => `.visible .entry k${i}()\n.maxntid ${threads}\n.minnctapersm ${blocks}\n{ ret; }\n`,
    );
    writeFileSync(file, [target, ...kernels].join(''));
    const { stderr, status } = spawnSync('ptxas', [`-arch=${arch}`, file, '-o', join(folder, 'x')], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return wishes.map((_, i) => stderr.includes(`for entry k${i} is out of range`));
  };
  try {
    const known = gpuArchitectures.filter((arch) => nvccKnows.split(/\s+/).includes(arch));
    expect(known).toContain('sm_90');
    for (const arch of known) {
      const { blocksPerSm, threadsPerSm } = gpuOf(arch);
      const few = [blocksPerSm, blocksPerSm + 1].map((blocks) => [32, blocks] as const);
      const wide = [threadsPerSm / 512, threadsPerSm / 512 + 1].map((blocks) => [512, blocks] as const);
      expect([arch, ...refused(arch, ...few, ...wide)]).toEqual([arch, false, true, false, true]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('launchProblem', () => {
  const launch: LaunchShape = { name: 'k', grid: [10, 1, 1], block: [32, 8, 1], sharedBytes: 0 };
  const gpu = gpuOf('sm_80');

  test('a launch within the limits has none', () => {
    const largest: LaunchShape = {
      name: 'k',
      grid: [2 ** 31 - 1, 65535, 65535],
      block: [16, 1, 64],
      sharedBytes: 163 << 10,
    };
    expect(launchProblem(gpu, launch)).toBeUndefined();
    expect(launchProblem(gpu, largest, { registers: 64, staticSharedBytes: 0 })).toBeUndefined();
  });

  test.each<[Partial<LaunchShape>, string]>([
    [{ block: [64, 32, 1] }, 'k needs 2048 threads a block, of which there are 1024 (sm_80)'],
    [{ block: [1, 1, 65] }, 'k has a block of 1 × 1 × 65, of which z must be from 1 to 64 (sm_80)'],
    [{ grid: [1, 65536, 1] }, 'k has a grid of 1 × 65536 × 1, of which y must be from 1 to 65535 (sm_80)'],
    [{ grid: [0, 1, 1] }, 'k has a grid of 0 × 1 × 1, of which x must be from 1 to 2147483647 (sm_80)'],
    [{ sharedBytes: 166913 }, 'k needs 166913 bytes of shared memory a block, of which there are 166912 (sm_80)'],
  ])('%j', (change, problem) => {
    expect(launchProblem(gpu, { ...launch, ...change })).toBe(problem);
  });

  test('what the compiler found counts, too: registers of whole warps, static shared memory', () => {
    const resources = { registers: 255, staticSharedBytes: 0 };
    expect(launchProblem(gpu, { ...launch, block: [225, 1, 1] }, resources)).toBeUndefined();
    expect(launchProblem(gpu, { ...launch, block: [257, 1, 1] }, resources)).toMatch(/needs 73440 registers a block/);
    expect(
      launchProblem(gpu, { ...launch, sharedBytes: 160 << 10 }, { registers: 1, staticSharedBytes: 4096 }),
    ).toMatch(/needs 167936 bytes of shared memory/);
  });
});

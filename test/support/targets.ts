import type { CpuTarget } from '../../src/backend/cpu/target.js';
import { parseCuda, type CudaTarget } from '../../src/backend/cuda/target.js';
import type { Target } from '../../src/target/target.js';
import type { Template } from '../../src/templates/template.js';

const caches = { l1: 32 << 10, l2: 1 << 20, l3: 32 << 20 };

/** Fixed targets, so that generated code does not depend on the machine that runs the tests. */
export const avx512: CpuTarget = {
  kind: 'llvm',
  model: 'simd',
  triple: 'x86_64-linux-gnu',
  arch: 'x86-64-v4',
  threads: 1,
  vector: { lanes: 16, registers: 32, masks: true },
  caches,
};

export const avx2: CpuTarget = {
  kind: 'llvm',
  model: 'simd',
  triple: 'x86_64-linux-gnu',
  arch: 'x86-64-v3',
  threads: 1,
  vector: { lanes: 8, registers: 16, masks: false },
  caches,
};

export const sse: CpuTarget = {
  kind: 'llvm',
  model: 'simd',
  triple: 'x86_64-linux-gnu',
  arch: 'x86-64-v2',
  threads: 1,
  vector: { lanes: 4, registers: 16, masks: false },
  caches,
};

/** Four lanes, as `sse` has them, and twice as many registers. */
export const neon: CpuTarget = {
  kind: 'llvm',
  model: 'simd',
  triple: 'aarch64-linux-gnu',
  arch: 'neoverse-n1',
  threads: 1,
  vector: { lanes: 4, registers: 32, masks: false },
  caches,
};

export function withThreads(target: CpuTarget, threads: number): CpuTarget {
  return { ...target, threads };
}

export function gpuTarget(arch: string): CudaTarget {
  return parseCuda(new Map([['arch', arch]]), undefined);
}

export const sm80 = gpuTarget('sm_80');
export const sm90 = gpuTarget('sm_90');

/** A target that the template is for: with threads on a CPU. */
export function targetOf(template: Template): Target {
  return template.target === 'simt' ? sm90 : withThreads(avx512, 2);
}

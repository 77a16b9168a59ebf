import { CpuVectors } from '../../src/backend/cpu/isa/cpu-vectors.js';
import { instructionSets } from '../../src/backend/cpu/isa/registry.js';
import type { CpuTarget } from '../../src/backend/cpu/target.js';
import { parseCuda, type CudaTarget } from '../../src/backend/cuda/target.js';
import type { Target } from '../../src/target/target.js';
import type { Template } from '../../src/templates/template.js';

const caches = { l1: 32 << 10, l2: 1 << 20, l3: 32 << 20 };

/** The vectors of instruction sets by their names. */
function vectorsWith(...names: readonly string[]): CpuVectors {
  return new CpuVectors(instructionSets().filter(({ name }) => names.includes(name)));
}

/** Fixed targets, so that generated code does not depend on the machine that runs the tests. */
export const avx512: CpuTarget = {
  kind: 'llvm',
  model: 'simd',
  triple: 'x86_64-linux-gnu',
  arch: 'x86-64-v4',
  threads: 1,
  vector: vectorsWith('sse2', 'avx', 'fma', 'f16c', 'avx2', 'avx512f', 'avx512vl', 'avx512bw'),
  caches,
};

/** With dot products of bytes, and of bfloat16. */
export const avx512vnni = avx512With('avx512vnni');
export const avx512bf16 = avx512With('avx512bf16');
/** With products of matrices of both, too. */
export const amx = avx512With('amxbf16', 'amxint8', 'avx512vnni');

function avx512With(...sets: readonly string[]): CpuTarget {
  const names = ['sse2', 'avx', 'fma', 'f16c', 'avx2', 'avx512f', 'avx512vl', 'avx512bw', ...sets];
  return { ...avx512, arch: ['x86-64-v4', ...sets].join('+'), vector: vectorsWith(...names) };
}

export const avx2: CpuTarget = {
  kind: 'llvm',
  model: 'simd',
  triple: 'x86_64-linux-gnu',
  arch: 'x86-64-v3',
  threads: 1,
  vector: vectorsWith('sse2', 'avx', 'fma', 'f16c', 'avx2'),
  caches,
};

/** With dot products of bytes, beside which there are no masks. */
export const avxvnni: CpuTarget = {
  ...avx2,
  arch: 'x86-64-v3+avxvnni',
  vector: vectorsWith('sse2', 'avx', 'fma', 'f16c', 'avx2', 'avxvnni'),
};

export const sse: CpuTarget = {
  kind: 'llvm',
  model: 'simd',
  triple: 'x86_64-linux-gnu',
  arch: 'x86-64-v2',
  threads: 1,
  vector: vectorsWith('sse2'),
  caches,
};

/** Four lanes, as `sse` has them, and twice as many registers. */
export const neon: CpuTarget = {
  kind: 'llvm',
  model: 'simd',
  triple: 'aarch64-linux-gnu',
  arch: 'neoverse-n1',
  threads: 1,
  vector: vectorsWith('neon'),
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

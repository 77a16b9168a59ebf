import { CpuVectors } from './isa/cpu-vectors.js';
import { hostToolchain, type Toolchain } from './toolchains.js';
import type { CpuTarget } from './target.js';

/** One thread of a CPU, like this machine's by default, without a vector unit. */
export function scalarTarget({ triple, anyCpu }: Toolchain = hostToolchain()): CpuTarget {
  return {
    kind: 'llvm',
    model: 'simd',
    triple,
    arch: anyCpu,
    threads: 1,
    vector: new CpuVectors([], { bytes: 4, registers: 16, masks: false }),
    caches: { l1: 0, l2: 0, l3: 0 },
  };
}

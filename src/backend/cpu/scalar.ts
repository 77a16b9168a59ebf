import { CpuVectors } from './isa/cpu-vectors.js';
import { hostToolchain } from './toolchains.js';
import type { CpuTarget } from './target.js';

/** One thread of a CPU like this machine's, without a vector unit. Throws MissingError as `hostToolchain` does. */
export function scalarTarget(): CpuTarget {
  const { triple, anyCpu } = hostToolchain();
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

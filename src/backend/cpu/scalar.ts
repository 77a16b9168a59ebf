import type { SimdTarget } from './target.js';

/** One thread of no machine in particular, without a vector unit. */
export const scalarTarget: SimdTarget = {
  kind: 'llvm',
  model: 'simd',
  arch: 'generic',
  threads: 1,
  vector: { lanes: 1, registers: 16, masks: false },
  caches: { l1: 0, l2: 0, l3: 0 },
};

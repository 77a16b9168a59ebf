import type { Gpu } from './gpu.js';

/**
 * What a kernel is generated for. A target is written as AutoTVM writes it, `llvm -mcpu=x86-64-v4 -threads=2` or
 * `cuda -arch=sm_90`, and resolved against the machine once, so that templates and code generation only read numbers.
 */
export type TargetKind = 'llvm' | 'cuda';

export interface Target {
  readonly kind: TargetKind;
  /** The CPU as gcc's -march (or, on Arm, -mcpu) names it; for CUDA the architecture, `sm_90`. */
  readonly cpu: string;
  /** Threads that a kernel may use. */
  readonly threads: number;
  readonly vector: VectorUnit;
  readonly caches: Caches;
  /** Limits and abilities of a CUDA target. */
  readonly gpu?: Gpu;
}

/** The SIMD unit as templates and code generation see it. */
export interface VectorUnit {
  /** float32 lanes of the widest vector: 16 on AVX-512, 8 on AVX2, 4 on SSE and NEON. */
  readonly lanes: number;
  /** Architectural vector registers: 32 on AVX-512 and AArch64, 16 on AVX2 and SSE. */
  readonly registers: number;
  /** Whether loads and stores of part of a vector can be masked (AVX-512). */
  readonly masks: boolean;
}

/** Bytes that one core can count on, per level. */
export interface Caches {
  readonly l1: number;
  readonly l2: number;
  readonly l3: number;
}

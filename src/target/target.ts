import type { Gpu } from './gpu.js';
import type { VectorUnit } from './vector-unit.js';

/**
 * What a kernel is generated for: a machine of one of two execution models, resolved once, so that templates and code
 * generation only read numbers. `kind` names the backend that knows the rest (`backend/registry.ts`); nobody else
 * compares it.
 */
export type Target = SimdTarget | SimtTarget;

/** `simd`: cores with vectors. `simt`: blocks of threads that share memory. */
export type TargetModel = Target['model'];

interface AnyTarget {
  /** The backend, as the first word of a target string names it: `llvm`, `cuda`. */
  readonly kind: string;
  /** The processor as its compiler names it: gcc's -march (-mcpu on Arm), nvcc's -arch. */
  readonly arch: string;
  /** Fingerprint of what it is timed on where that is another machine than this one. */
  readonly machine?: string;
}

/** Cores that run threads of their own, with vectors. */
export interface SimdTarget extends AnyTarget {
  readonly model: 'simd';
  /** Threads that a kernel may use. */
  readonly threads: number;
  readonly vector: VectorUnit;
  readonly caches: Caches;
}

/** A GPU: a grid of blocks, whose threads run in warps and share memory. */
export interface SimtTarget extends AnyTarget {
  readonly model: 'simt';
  readonly gpu: Gpu;
}

/** Bytes that one core can count on, per level. */
export interface Caches {
  readonly l1: number;
  readonly l2: number;
  readonly l3: number;
}

/** Threads of the CPU that a kernel runs on: a GPU's own are counted by its launches. */
export function threadsOf(target: Target): number {
  return target.model === 'simd' ? target.threads : 1;
}

/** Whether what is best for a target leaves open how the threads of another share the work: it is of one thread. */
export function leavesSharingOpen(known: Target, target: Target): boolean {
  return threadsOf(known) === 1 && threadsOf(target) > 1;
}

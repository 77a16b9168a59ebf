import type { Kernel } from '../../codegen/kernel.js';

/** A kernel with the C ABI of `codegen/kernel.ts`. Kernels of a GPU become C++ where the CPU emulates them. */
export interface CpuKernel extends Kernel {
  readonly language: 'c' | 'c++';
  /** Whether the source uses OpenMP (compile with -fopenmp). */
  readonly openmp: boolean;
}

import type { Kernel } from '../../codegen/kernel.js';

/** A kernel with the C ABI of `codegen/kernel.ts`. Kernels of a GPU become C++ where the CPU emulates them. */
export interface CpuKernel extends Kernel {
  readonly language: 'c' | 'c++';
  /** Whether the source uses OpenMP (compile with -fopenmp). */
  readonly openmp: boolean;
  /** Of source of the user's: flags that are compiled by in the place of ours. */
  readonly flags?: readonly string[];
}

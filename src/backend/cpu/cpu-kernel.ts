import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { Units } from './codegen/units.js';

/** A kernel with the C ABI of `ir/device-kernel.ts`. Kernels of a GPU become C++ where the CPU emulates them. */
export interface CpuKernel extends DeviceKernel {
  readonly language: 'c' | 'c++';
  /** Whether the source uses OpenMP (compile with -fopenmp). */
  readonly openmp: boolean;
  /** Of a reference: whether it has so little to compute that to optimize it takes longer. */
  readonly isBrief?: boolean;
  /** Features that a CPU must have for it, as /proc/cpuinfo names them; of source of the user's, what its flags say. */
  readonly requires: readonly string[];
  /** The same as texts that can be compiled apart, where it is more than one. */
  readonly units?: Units;
  /** Of source of the user's: flags that are compiled by in the place of ours. */
  readonly flags?: readonly string[];
}

import type { DeviceKernel } from '../ir/device-kernel.js';
import type { Target } from '../target/target.js';
import type { ErrorNo } from './measurement.js';
import type { Resources } from './resources.js';

/**
 * What a compiler made of a kernel, or why it made nothing. `seconds` is what that took, 0 when the same source was
 * compiled before.
 */
export type Built =
  | ({ readonly path: string; readonly seconds: number } & Partial<DeviceCode>)
  | { readonly error: ErrorNo; readonly message: string; readonly seconds: number };

/** What is known of the code of a device that is not a CPU. */
export interface DeviceCode {
  /** What the names of the kernel's functions end with in it, since it holds other kernels, too. */
  readonly suffix: string;
  /** Of all that is launched of the kernel, in that order. */
  readonly resources: readonly Resources[];
  /** What its compiler warned of. */
  readonly warnings: readonly string[];
}

/** The builds of a batch. */
export interface Batch {
  /** Compiles a kernel, perhaps together with others. Failures are answers. */
  add(kernel: DeviceKernel): Promise<Built>;
  /** Nothing more will be added. */
  end(): void;
}

/** Who compiles, and how. */
export interface CompilerUse {
  /** `nvcc 13.0`. */
  readonly name: string;
  readonly flags: readonly string[];
}

/** What a measurer needs of a builder. It is given kernels and targets of its own backend only. */
export interface BatchBuilder<T extends Target = Target> {
  /** What builds kernels for a target. */
  compilerOf(target: T): CompilerUse;
  /** For a batch of at most `size` kernels for a target. One at a time. */
  batch(target: T, size: number): Batch;
  trim(): Promise<void>;
  cancel(): void;
  close(): Promise<void>;
}

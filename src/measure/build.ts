import type { DeviceKernel } from '../ir/device-kernel.js';
import type { Target } from '../target/target.js';
import type { ErrorNo } from './measurement.js';
import type { DeviceCode } from './device-code.js';

/**
 * What a compiler made of a kernel, or why it made nothing. `seconds` is what that took, 0 when the same source was
 * compiled before.
 */
export type Built =
  | ({ readonly path: string; readonly seconds: number } & Partial<DeviceCode>)
  | { readonly error: ErrorNo; readonly message: string; readonly seconds: number };

/** What is known of the code that was built; undefined of a CPU's. */
export function codeOf({ suffix, resources, warnings }: Partial<DeviceCode>): DeviceCode | undefined {
  return suffix !== undefined && resources && warnings ? { suffix, resources, warnings } : undefined;
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

import type { DeviceKernel } from '../ir/device-kernel.js';
import type { Target } from '../target/target.js';
import type { BatchBuilder, Built } from './build.js';
import type { DeviceCode } from './device-code.js';
import type { Timeouts } from './limits.js';
import type { Scratch } from './scratch.js';
import type { DeviceSession } from './session.js';

/**
 * What kernels run on: who builds them, who runs them, and how they are called. It is given targets of its own backend
 * only.
 */
export interface Device<T extends Target = Target> {
  readonly builder: BatchBuilder<T>;
  readonly session: DeviceSession;
  /**
   * Trials that may be under way at once, on several devices that are equal, while others are still built; absent: one
   * here, after all builds, which would disturb it.
   */
  readonly lanes?: number;
  /** Throws UsageError when kernels for this target cannot be timed here. */
  check(target: T): void;
  /** The part of a trial's command that says how to call the kernel. */
  call(kernel: DeviceKernel, code: Partial<DeviceCode>, target: T): readonly (string | number)[];
  close(): Promise<void>;
}

export interface DeviceOptions {
  readonly scratch: Scratch;
  /** Seed of the random inputs. */
  readonly seed: number;
  /** Compilers that run in parallel. */
  readonly jobs: number;
  /** By name or path; default: the one that is found. */
  readonly compiler: string | undefined;
  /** Seconds. */
  readonly timeouts: Omit<Timeouts, 'run'>;
  /** Gives the objects of references where these were built elsewhere. */
  readonly fetchReference?: ((reference: DeviceKernel) => Promise<Built>) | undefined;
  /** Path of the native program; default: it is built where it is not in the cache. */
  readonly runner?: string | undefined;
}

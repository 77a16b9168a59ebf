import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { SourceKernel } from '../../ir/source-kernel.js';
import type { Target } from '../../target/target.js';

/** Runs kernels that users write in the language of their targets (`tune source`). */
export interface UserSource<T extends Target = Target> {
  /** Wraps source as its runner calls kernels. Throws UsageError for what it cannot be. */
  wrapSource(source: SourceKernel, target: T): DeviceKernel;
}

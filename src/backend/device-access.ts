import type { BatchBuilder } from '../measure/build.js';
import type { CompilersOptions } from '../measure/compilers.js';
import type { Device, DeviceOptions } from '../measure/device.js';
import type { Target } from '../target/target.js';

/** What builds, checks and times kernels of a kind of target here. */
export interface DeviceAccess<T extends Target = Target> {
  /** Only what builds, which needs no device. Throws MissingError without the compiler. */
  openBuilder(needs: BuilderNeeds): BatchBuilder<T>;
  /** What runs and times kernels here. Throws MissingError without compiler, driver or device. */
  openDevice(options: DeviceOptions): Promise<Device<T>>;
  /** Targets on which the contract of a template is checked where none is named; `threads` is the --threads option. */
  contractTargets(threads: number | undefined): readonly T[];
  /**
   * What kernels for a target run on to be checked: this machine, or an emulator of another, on which times mean
   * nothing. Throws MissingError where what it needs is not here.
   */
  openChecker(target: T, options: DeviceOptions): Promise<Device<T>>;
}

export interface BuilderNeeds extends CompilersOptions {
  /** By name or path; undefined: the one that is found. */
  readonly compiler: string | undefined;
}

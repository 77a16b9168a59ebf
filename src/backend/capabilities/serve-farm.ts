import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { Built } from '../../measure/build.js';
import type { DeviceCode } from '../../measure/device-code.js';
import type { Device, DeviceOptions } from '../../measure/device.js';
import type { Target } from '../../target/target.js';
import type { BuilderNeeds } from '../device-access.js';
import type { Options } from '../target-string.js';

/** Builds and times kernels on the machines of a farm (`tune worker`, `--farm`). */
export interface ServeFarm<T extends Target = Target> {
  readonly farm: FarmSide<T>;
}

/** What builds for a farm on this machine, and by what. */
export interface FarmLane {
  /** The toolchain. */
  readonly lane: string;
  /** As it names itself, with its version. */
  readonly compiler: string;
}

/** A target that a device serves. */
export interface NamedTarget<T extends Target = Target> {
  readonly text: string;
  readonly lane: string;
  /** Whether this machine runs its kernels, rather than an emulator. */
  readonly isHere: boolean;
  /** What no two processes of this machine time on at once. */
  readonly lock: string;
  /** Target of the references, and what these run on, where that is not the device itself. */
  readonly references?: { readonly text: string; readonly lock: string };
  /** Opens what runs them: the device of this machine, or an emulator. Throws as `DeviceAccess.openDevice`. */
  open(options: DeviceOptions): Promise<Pick<Device<T>, 'session' | 'close'>>;
}

/** What a farm must know of a kind of target. */
export interface FarmSide<T extends Target = Target> {
  /** A target in full, whichever machine reads it. */
  format(target: T): string;
  /** What builds kernels for a target. */
  laneOf(target: T): string;
  /** Whether a device of such features loads what a compiler of its lane makes. */
  loads(features: readonly string[], compiler: string): boolean;
  /**
   * A target's words in full, as `format`, on a device that may have no compiler; `runner` is the native program where
   * it was built before. Throws UsageError for what neither this machine nor an emulator runs.
   */
  read(options: Options, runner: string | undefined): NamedTarget<T>;
  /** The flags of a compiler for kernels of a target. */
  flagsOf(target: T, compiler: string): readonly string[];
  /** How a kernel is called, as `Device.call`. */
  call(kernel: DeviceKernel, code: Partial<DeviceCode>, target: T): readonly (string | number)[];
  /** What builds here, by the path of the native program; none without a compiler. */
  lanes(native: string): readonly FarmLane[];
  openBuilder(needs: BuilderNeeds): FarmCompiler<T>;
  /** Words that this machine's devices of the kind are found by. */
  features(): readonly string[];
}

/** Compiles for others. */
export interface FarmCompiler<T extends Target = Target> {
  /** A kernel that came from elsewhere. Throws UsageError for what is none. */
  build(kernel: unknown, target: T, purpose: 'kernel' | 'reference'): Promise<Built>;
  close(): Promise<void>;
}

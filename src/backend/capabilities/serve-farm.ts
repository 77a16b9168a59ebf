import type { DeviceKernel } from '../../ir/device-kernel.js';
import type { Built, DeviceCode } from '../../measure/build.js';
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
interface NamedTarget<T extends Target> {
  readonly text: string;
  readonly lane: string;
  /** Whether this machine runs its kernels, rather than an emulator. */
  readonly isHere: boolean;
  /** Opens what runs them: the device of this machine, or an emulator. Throws as `DeviceAccess.openDevice`. */
  open(options: DeviceOptions): Promise<Device<T>>;
}

/** What a farm must know of a kind of target. */
export interface FarmSide<T extends Target = Target> {
  /** A target in full, whichever machine reads it. */
  format(target: T): string;
  /** What builds kernels for a target. */
  laneOf(target: T): string;
  /** A target's words in full, as `format`, on a device that may have no compiler. */
  read(options: Options): NamedTarget<T>;
  /** The flags of a compiler for kernels of a target. */
  flagsOf(target: T, compiler: string): readonly string[];
  /** How a kernel is called, as `Device.call`. */
  call(kernel: DeviceKernel, code: Partial<DeviceCode>, target: T): readonly (string | number)[];
  /** What builds here; none without a compiler. */
  lanes(): readonly FarmLane[];
  openBuilder(needs: BuilderNeeds): FarmCompiler<T>;
  /** Words that this machine's devices of the kind are found by. */
  features(): readonly string[];
  /** What this machine times on, so that no two processes do at once. */
  readonly lock: string;
}

/** Compiles for others. */
export interface FarmCompiler<T extends Target = Target> {
  /** A kernel that came from elsewhere. Throws UsageError for what is none. */
  build(kernel: unknown, target: T, purpose: 'kernel' | 'reference'): Promise<Built>;
  close(): Promise<void>;
}

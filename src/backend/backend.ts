import type { DeviceKernel } from '../ir/device-kernel.js';
import type { Nest } from '../ir/nest.js';
import type { DType } from '../ir/tensor.js';
import type { BatchBuilder } from '../measure/build.js';
import type { CompilersOptions } from '../measure/compilers.js';
import type { Device, DeviceOptions } from '../measure/device.js';
import type { SourceKernel } from '../ir/source-kernel.js';
import type { Target } from '../target/target.js';
import type { Recipe } from './recipe.js';
import type { Library, LibraryItem } from './library/library.js';
import type { OptionNames, Options } from './target-string.js';

/**
 * Everything in which one kind of target differs from others: one folder in `src/backend/`, and one line in
 * `registry.ts`. It is given targets of its own kind only. Nobody else asks for the kind: templates ask for the
 * abilities that a target has.
 */
export interface Backend<T extends Target = Target> {
  /** The first word of its target strings: `llvm`, `cuda`. */
  readonly kind: string;
  /** The execution model of its targets, which says which templates serve them. */
  readonly model: T['model'];
  readonly options: OptionNames;
  /** Target strings that help names, the shortest first. */
  readonly examples: readonly string[];
  /**
   * Reads the options of a target string and resolves them against this machine; `threads` is the --threads option.
   * Throws UsageError with the nearest valid choice, MissingError where this machine lacks what must be asked.
   */
  parse(options: Options, threads: number | undefined): T;
  /** A target in full, the form that logs hold; `parse` reads it back. */
  format(target: T): string;
  /** What kernels of this kind run on here, the same on machines where timings can be compared. */
  fingerprint(): string;
  /** A loop nest as source text. Throws InstantiationError where the target cannot do what the nest says. */
  generate(nest: Nest, target: T): DeviceKernel;
  /** Source of the user's, wrapped as its runner calls kernels. Throws UsageError for what it cannot be. */
  wrap(source: SourceKernel, target: T): DeviceKernel;
  /** How a kernel is compiled, called and read by hand. Throws MissingError without what has to be asked. */
  recipe(kernel: DeviceKernel, target: T): Recipe;
  /**
   * Kernels as a library of this kind's language, for programs of others. `name`: of the library, a name of C. Throws
   * WorkError for what no library can hold.
   */
  exportLibrary(name: string, items: readonly LibraryItem[]): Promise<Library>;
  /** The same of configs of source of the user's, each with its reference; absent where that cannot be yet. */
  exportSources?(name: string, items: readonly LibraryItem[]): Library;
  /** Whether its compiler tells what each kernel needs (registers, shared memory), so that a dry run can. */
  readonly tellsResources: boolean;
  /** Only what builds, which needs no device. Throws MissingError without the compiler. */
  openBuilder(needs: BuilderNeeds): BatchBuilder<T>;
  /** What runs and times kernels here. Throws MissingError without compiler, driver or device. */
  openDevice(options: DeviceOptions): Promise<Device<T>>;
  /**
   * Targets that the contract of a template is checked on where none is named; `threads` is the --threads option.
   */
  contractTargets(threads: number | undefined): readonly T[];
  /**
   * What kernels for a target run on to be checked: this machine, or an emulator of another, on which times mean
   * nothing. Throws MissingError where what it needs is not here.
   */
  openChecker(target: T, options: DeviceOptions): Promise<Device<T>>;
  /** Measured peak of multiply-adds here, in FLOP/s; undefined where it cannot be measured. */
  measurePeak(target: T): Promise<number | undefined>;
  /** FLOP/s of a type that the device here cannot reach, where its targets do not tell that. */
  ceiling?(target: T, dtype: DType): number | undefined;
  /** What `tune doctor` looks at for this kind. */
  examine(): Promise<readonly Check[]>;
  /** What `tune list targets` says of this kind. */
  list(): readonly TargetRow[];
}

export interface BuilderNeeds extends CompilersOptions {
  /** By name or path; undefined: the one that is found. */
  readonly compiler: string | undefined;
}

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  /** `absent`: not here, and not needed. */
  readonly status: 'ok' | 'missing' | 'absent';
  /** What was found, or what the lack of it means. */
  readonly text: string;
  /** How to get it. */
  readonly fix?: string;
}

/** A target, and what it is; sizes of caches in bytes, null for what it has not or only the device can tell. */
export interface TargetRow {
  readonly target: string;
  readonly what: string;
  readonly lanes: number | null;
  readonly registers: number;
  readonly threads: number;
  readonly l1: number | null;
  readonly l2: number | null;
  readonly l3: number | null;
}

import type { DType } from '../ir/tensor.js';
import type { Target } from '../target/target.js';
import type { OptionNames, Options } from './target-string.js';

/** Bytes a second between a core and its nearest cache. */
export interface CacheRates {
  readonly loads: number;
  readonly stores: number;
}

/** A kind of target: its target strings, and what is known of the hardware here that they name. */
export interface TargetKind<T extends Target = Target> {
  /** The first word of its target strings: `llvm`, `cuda`. */
  readonly kind: string;
  /** The execution model of its targets, which says which templates serve them. */
  readonly model: T['model'];
  readonly options: OptionNames;
  /** Target strings that help names, the shortest first. */
  readonly examples: readonly string[];
  /**
   * Reads the options of a target string and resolves them against this machine; `threads` is the --threads option,
   * `types` what is computed with: where no CPU is named, its instructions for these are part of the target. Throws
   * UsageError with the nearest valid choice, MissingError where this machine lacks what must be asked.
   */
  parse(options: Options, threads: number | undefined, types?: readonly DType[]): T;
  /** A target in full, the form that logs hold; `parse` reads it back. */
  format(target: T): string;
  /** What kernels of this kind run on here, the same on machines where timings can be compared. */
  fingerprint(): string;
  /**
   * Measured peak of multiply-adds here on elements of a type, in operations a second, of float32 where none is given;
   * undefined where it cannot be measured.
   */
  measurePeak(target: T, dtype?: DType): Promise<number | undefined>;
  /** What a core here loads and stores at most, whatever the target; absent where nothing measures it. */
  readonly measureNearestCache?: () => Promise<CacheRates>;
  /** FLOP/s of a type that the device here cannot reach, where its targets do not say that. */
  ceiling?(target: T, dtype: DType): number | undefined;
}

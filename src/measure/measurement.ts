import type { Config } from '../space/config.js';
import type { Causes } from './causes.js';
import type { GpuState } from './gpu-state.js';

/**
 * AutoTVM's classes of outcome (autotvm/measure/measure.py, MeasureErrorNo), and one more; all of them are really
 * produced.
 */
export const ErrorNo = {
  none: 0,
  /** The config could not be turned into a schedule or a nest. */
  instantiation: 1,
  /** The compiler refused the source. */
  compileHost: 2,
  /** What was compiled could not be loaded, or lacks its symbols. */
  compileDevice: 3,
  /** The kernel crashed (the message names the signal). */
  runtimeDevice: 4,
  wrongAnswer: 5,
  buildTimeout: 6,
  runTimeout: 7,
  /** Anything else: the runner itself was lost, no memory, … */
  unknown: 8,
  /**
   * Its time is not that of the computation on its target: less than the machine can do, or not what new inputs, one
   * core a thread, or another clock would have made it. No class of AutoTVM's.
   */
  implausible: 9,
} as const;
export type ErrorNo = (typeof ErrorNo)[keyof typeof ErrorNo];

/** What measuring one kernel came to. */
export interface Measurement {
  /**
   * Seconds a call, one entry a repeat (each the mean of several calls when one is too short for the clock); empty on
   * error.
   */
  readonly costs: readonly number[];
  readonly error: ErrorNo;
  /**
   * Seconds of a call as a network makes it, on weights that no core's own cache holds: of finals on a CPU, the least
   * of the medians of rounds.
   */
  readonly cold?: number | undefined;
  /** True where the times do not show whether the kernel is among the best (estimate.ts). */
  readonly noisy?: boolean | undefined;
  /** True where most of the repeats that count were on a core which was slower than it can be. */
  readonly slowed?: boolean | undefined;
  /** Share of the repeats that something else on the machine disturbed; absent where nobody watched. */
  readonly disturbed?: number | undefined;
  /** Shares of the repeats that each cause met; several may meet in one. */
  readonly causes?: Causes | undefined;
  /**
   * True where nothing was run: its code is that of an earlier trial of the run, which worked, and whose times these
   * are.
   */
  readonly copied?: boolean | undefined;
  /** First useful line of what went wrong. */
  readonly message?: string | undefined;
  /** What its compiler warned of, which is no failure. */
  readonly warnings?: readonly string[] | undefined;
  /** Seconds that this trial spent in each step. */
  readonly spent: { readonly compile: number; readonly check: number; readonly run: number };
  /** Seconds of prepacking constants, off the clock; absent when nothing is packed. */
  readonly packSeconds?: number | undefined;
  /** max |got - want| / max(|want|, rms(want)), from the check. */
  readonly maxRelError?: number | undefined;
  /** Hash of the generated source. */
  readonly sourceHash?: string | undefined;
  /** Of a trial on a GPU. */
  readonly gpu?: GpuState | undefined;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** A config and what measuring it came to: one type from the measurer to the report. */
export interface Trial extends Measurement {
  readonly config: Config;
}

/** What was measured in turns with others, with the costs of each round apart. */
export type InRounds<T extends Measurement> = T & { readonly rounds: readonly (readonly number[])[] };
export type RoundsTrial = InRounds<Trial>;

export interface MeasureOptions {
  /** Best time so far, seconds: a trial that is clearly slower stops its repeats early. */
  readonly best?: number;
  /** Whether code that was measured before gets the times that it had then; default: it is measured again. */
  readonly copy?: boolean;
  /** Aborting stops after the trial in flight. */
  readonly signal?: AbortSignal;
}

/** The device, or its twin that replays a log. Measurements come one by one, in the order of the configs. */
export interface Measurer<Task> {
  measure(task: Task, configs: readonly Config[], options?: MeasureOptions): AsyncIterable<Trial>;
  close(): Promise<void>;
}

import type { Timing } from '../measure/estimate.js';
import type { Measurement } from '../measure/measurement.js';
import type { Phase, Proposal } from '../log/record/record.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { Retirement } from './allocation.js';
import type { Failures } from './failures.js';
import type { Settings } from './settings.js';

/** The best so far: one config of one task with its time. */
export interface Best extends Timing {
  readonly task: Task;
  readonly config: Config;
  /** Whether it was taken in finals, beside its rivals. */
  readonly isFinal: boolean;
  /** Whether its time is that of another config with the same code, and the hash of that. */
  readonly copied?: boolean;
  readonly sourceHash?: string | undefined;
  /** The extremes of the repeats, seconds. */
  readonly fastest: number;
  readonly slowest: number;
  /** FLOP/s of the estimate. */
  readonly throughput: number;
  /** Largest error against the reference, relative to max(|want|, rms(want)). */
  readonly maxRelError?: number | undefined;
}

/** `exhausted`: every config is measured. `decided`: those of the best template are, and all others are retired. */
export type StopReason = 'trials' | 'minutes' | 'early-stop' | 'exhausted' | 'decided' | 'interrupted';

/** What a template made of its part of the budget. */
export interface Share {
  readonly task: Task;
  /** Trials, those found in the log included. */
  readonly trials: number;
  readonly best: Best | undefined;
  readonly retirement: Retirement<Task> | undefined;
}

/**
 * Seconds by what they were spent on. `compile`, `check` and `run` add up over trials, of which several build at once.
 */
export interface TimeSplit {
  readonly search: number;
  readonly compile: number;
  readonly check: number;
  readonly run: number;
  /** Wall-clock seconds of the whole run. */
  readonly wall: number;
}

/** How much else on the machine got in the way of a run, and what that did. */
export interface Disturbance {
  /** Share of all repeats that were disturbed; undefined where nobody watched. */
  readonly share: number | undefined;
  /** Share of those on a core that was slower than it can be, though no process here took it. */
  readonly slowed: number | undefined;
  /** Trials whose times did not tell whether they are among the best, and how many looks at them were taken again. */
  readonly noisy: number;
  readonly again: number;
}

/** What the last lines of a run say. */
export interface Summary {
  readonly reason: StopReason;
  readonly best: Best | undefined;
  /** Finalists that repeated measurement cannot tell from the best, fastest first. */
  readonly ties: readonly Best[];
  /** Whether the best was measured again beside its rivals (or is the only contender there is). */
  readonly confirmed: boolean;
  /** Trials of this run, trials found in the log, those of others that shared it, and how many of all failed. */
  readonly trials: {
    readonly run: number;
    readonly resumed: number;
    readonly shared: number;
    readonly failed: number;
  };
  readonly disturbance: Disturbance;
  /** One a template. */
  readonly shares: readonly Share[];
  readonly failures: readonly Failures[];
  /**
   * The message of the first trial that failed while being compiled or run, or else of the first that failed at all.
   */
  readonly firstFailure: string | undefined;
  readonly spent: TimeSplit;
  /** Multiply-add peak of the machine on the target's threads, FLOP/s, measured at the end of this run. */
  readonly peak: number | undefined;
}

/** The run begins. */
export interface StartEvent {
  readonly event: 'start';
  /** One task a template; they share the budget. */
  readonly tasks: readonly Task[];
  readonly settings: Settings;
  /** Whether the explorer asks the model. */
  readonly asksModel: boolean;
  /** Trials that the log already holds; they count as done. */
  readonly resumed: number;
  /** The best of these. */
  readonly best: Best | undefined;
  /** Rows of the history that the models learn from. */
  readonly history: number;
}

/** One trial was measured. */
export interface TrialEvent {
  readonly event: 'trial';
  readonly phase: Phase;
  /** Counts from 1 over the whole log, resumed trials included; 0 in other phases than the search. */
  readonly trial: number;
  readonly task: Task;
  /** In finals `costs` holds one time a round, and `rounds` all repeats. */
  readonly measurement: Measurement & { readonly rounds?: readonly (readonly number[])[] };
  /** FLOP/s, 0 for a failure. */
  readonly throughput: number;
  /** How a trial of the search was chosen. */
  readonly proposal?: Proposal;
}

/** A trial beat everything before it. */
interface BestEvent {
  readonly event: 'best';
  readonly trial: number;
  readonly best: Best;
}

/** A batch is measured. */
export interface BatchEvent {
  readonly event: 'batch';
  readonly phase: Phase;
  /** Counts from 1. */
  readonly batch: number;
  readonly task: Task;
  readonly measurements: readonly Measurement[];
  /** Seconds that choosing the batch took (explorer, model), and building and measuring it. */
  readonly searchSeconds: number;
  readonly measureSeconds: number;
}

/** A cost model learned. */
export interface ModelEvent {
  readonly event: 'model';
  readonly task: Task;
  readonly model: string;
  readonly rows: number;
  readonly fitted: boolean;
  readonly seconds: number;
  /** Why training failed: the trials that follow are drawn at random. */
  readonly error?: string;
}

/** What the error of a fit means, for people. */
export function noteOfFailedFit(error: string): string {
  return `The next trials are drawn at random: ${error}`;
}

/** Something that a person should know. */
export interface NoteEvent {
  readonly event: 'note';
  readonly text: string;
}

/** A template gets no more trials: the rest of the budget would not let it catch up. */
export interface RetireEvent {
  readonly event: 'retire';
  /** Trials so far, of all templates. */
  readonly trial: number;
  readonly retirement: Retirement<Task>;
}

/** The run ended; nothing follows. */
export interface FinishEvent {
  readonly event: 'finish';
  readonly tasks: readonly Task[];
  readonly summary: Summary;
}

export type TunerEvent =
  StartEvent | TrialEvent | BestEvent | BatchEvent | ModelEvent | NoteEvent | RetireEvent | FinishEvent;

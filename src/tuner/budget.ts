import type { StopReason } from './events.js';
import type { Settings } from './settings.js';

/** What the run of a workload asks its budget, which others may share. */
export interface TrialCount {
  /** Trials so far, of all who share it. */
  readonly done: number;
  /** Trials that may still be proposed at once. */
  readonly left: number;
  /** Counts a trial of `throughput` FLOP/s (0 for a failure); returns whether it is the best of the workload so far. */
  count(throughput: number): boolean;
  /** After a trial that was counted before was measured again: the best reaches `throughput` FLOP/s, more or less. */
  revise(throughput: number): void;
}

/**
 * How much of a run is left: trials, minutes, and patience, whichever ends first, of all who share it. Resumed trials
 * count like new ones.
 */
export class SharedBudget {
  #done = 0;
  #gainAt = 0;
  readonly #deadline: number;

  /** `now` is the clock in milliseconds. */
  constructor(
    private readonly settings: Pick<Settings, 'trials' | 'minutes' | 'earlyStop'>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#deadline = settings.minutes === undefined ? Infinity : now() + settings.minutes * 60_000;
  }

  /** Trials so far. */
  get done(): number {
    return this.#done;
  }

  /** Milliseconds until the minutes are over. */
  get millisecondsLeft(): number {
    return this.#deadline - this.now();
  }

  /** Trials in a row without a gain that end the run. */
  get patience(): number {
    return this.settings.earlyStop;
  }

  /** Trials that may still be proposed at once. */
  get left(): number {
    return Math.max(0, Math.min(this.settings.trials, this.#gainAt + this.patience) - this.#done);
  }

  /** Counts a trial. */
  tally(): void {
    this.#done++;
  }

  /** The last trial that was counted, or a second look at one before it, was a gain. */
  noteGain(): void {
    this.#gainAt = this.#done;
  }

  /** Why the run has to stop now, or undefined. */
  spent(): StopReason | undefined {
    if (this.#done >= this.settings.trials) return 'trials';
    if (this.millisecondsLeft <= 0) return 'minutes';
    if (this.#done >= this.#gainAt + this.patience) return 'early-stop';
    return undefined;
  }
}

/** The budget of a run of one workload. */
export class Budget extends SharedBudget implements TrialCount {
  #best = 0;

  count(throughput: number): boolean {
    this.tally();
    if (throughput <= this.#best) return false;
    this.revise(throughput);
    return true;
  }

  revise(throughput: number): void {
    if (throughput > this.#best) this.noteGain();
    this.#best = throughput;
  }
}

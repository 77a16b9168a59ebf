import type { StopReason } from './events.js';
import type { Settings } from './settings.js';

/** What the run of a workload asks its budget, which others may share. */
export interface TrialCount {
  /** Trials so far, of all who share it. */
  readonly done: number;
  /** Trials that may still be proposed at once. */
  readonly left: number;
  /** Counts a trial of `throughput` FLOP/s (0 for a failure); tells whether it is the best of the workload so far. */
  count(throughput: number): boolean;
  /** A trial that was counted before turns out to reach `throughput` FLOP/s, more than any other. */
  gain(throughput: number): void;
}

/**
 * How much of a run is left: trials, minutes, and patience, whichever ends first. Resumed trials count like new ones.
 */
export class Budget implements TrialCount {
  #done = 0;
  #bestThroughput = 0;
  #bestAt = 0;
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

  /** Trials that may still be proposed at once. */
  get left(): number {
    return Math.max(0, Math.min(this.settings.trials, this.#bestAt + this.settings.earlyStop) - this.#done);
  }

  /** Counts a trial of `throughput` FLOP/s (0 for a failure); tells whether it is the best so far. */
  count(throughput: number): boolean {
    this.#done++;
    if (throughput <= this.#bestThroughput) return false;
    this.#bestThroughput = throughput;
    this.#bestAt = this.#done;
    return true;
  }

  /** A trial that was counted before turns out to reach `throughput` FLOP/s, more than any other. */
  gain(throughput: number): void {
    this.#bestThroughput = throughput;
    this.#bestAt = this.#done;
  }

  /** Milliseconds until the minutes are over. */
  get millisecondsLeft(): number {
    return this.#deadline - this.now();
  }

  /** Why the run has to stop now, or undefined. */
  spent(): StopReason | undefined {
    if (this.#done >= this.settings.trials) return 'trials';
    if (this.millisecondsLeft <= 0) return 'minutes';
    if (this.#done >= this.#bestAt + this.settings.earlyStop) return 'early-stop';
    return undefined;
  }
}

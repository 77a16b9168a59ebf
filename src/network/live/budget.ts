import type { TrialCount } from '../../tuner/budget.js';
import type { StopReason } from '../../tuner/events.js';
import type { Settings } from '../../tuner/settings.js';

/**
 * How much of a network's run is left: trials, minutes and patience, of all layers together. A gain is one of any
 * layer, since it takes off the latency of the network.
 */
export class NetworkBudget {
  #done = 0;
  #gainAt = 0;
  readonly #deadline: number;

  constructor(
    private readonly settings: Pick<Settings, 'trials' | 'minutes' | 'earlyStop'>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#deadline = settings.minutes === undefined ? Infinity : now() + settings.minutes * 60_000;
  }

  /** Trials of all layers so far. */
  get done(): number {
    return this.#done;
  }

  /** Milliseconds until the minutes are over. */
  get millisecondsLeft(): number {
    return this.#deadline - this.now();
  }

  /** Trials in a row without a gain that end the run, and that a layer gets. */
  get patience(): number {
    return this.settings.earlyStop;
  }

  /** Trials that may still be proposed at once. */
  get left(): number {
    return Math.max(0, Math.min(this.settings.trials, this.#gainAt + this.patience) - this.#done);
  }

  /** Counts a trial of any layer. */
  count(): void {
    this.#done++;
  }

  /** The last trial that was counted, or a second look at one before it, made a layer faster. */
  gain(): void {
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

/** What a layer sees of the network's budget. */
export class LayerBudget implements TrialCount {
  #best = 0;
  /** Trials of the layer since its last gain. */
  #inVain = 0;

  constructor(private readonly all: NetworkBudget) {}

  get done(): number {
    return this.all.done;
  }

  get left(): number {
    return Math.max(0, Math.min(this.all.left, this.all.patience - this.#inVain));
  }

  /** Whether so many of its trials brought no gain that the others need them more. */
  get isOver(): boolean {
    return this.#inVain >= this.all.patience;
  }

  count(throughput: number): boolean {
    this.all.count();
    this.#inVain++;
    if (throughput <= this.#best) return false;
    this.gain(throughput);
    return true;
  }

  gain(throughput: number): void {
    this.#best = throughput;
    this.#inVain = 0;
    this.all.gain();
  }
}

import type { Companions } from '../../tuner/companions.js';
import { Run, type RunOptions, type TaskState } from '../../tuner/run.js';
import type { SharedBudget } from '../../tuner/budget.js';
import { LayerBudget } from './budget.js';
import type { Ending } from './events.js';

/** A layer that is to be tuned. */
export interface LayerTask {
  /** Of no other layer of the network. */
  readonly name: string;
  /** Calls of it in the network, > 0. */
  readonly weight: number;
  /** One a template. */
  readonly taskStates: readonly TaskState[];
  /** Operations of a call. */
  readonly flops: number;
  /** A text that layers share which should reach about the same operations a second. */
  readonly kin: string;
  /** Other runs on the same log. */
  readonly companions?: Companions;
}

/** A layer with its run. */
export class LayerRun {
  readonly name: string;
  readonly weight: number;
  readonly run: Run;
  readonly #budget: LayerBudget;
  /** Trials that the rotation knows of. */
  #entered = 0;

  constructor(
    readonly task: LayerTask,
    all: SharedBudget,
    options: Omit<RunOptions, 'taskStates' | 'flops' | 'budget' | 'companions' | 'peak'>,
  ) {
    const { name, weight, taskStates, flops, companions } = task;
    this.name = name;
    this.weight = weight;
    this.#budget = new LayerBudget(all);
    this.run = new Run({ ...options, taskStates, flops, budget: this.#budget, ...(companions && { companions }) });
  }

  /** Why it gets no more trials, as far as it knows itself. */
  get ending(): Ending | undefined {
    return this.run.whyDone ?? (this.#budget.isOver ? 'early-stop' : undefined);
  }

  /** Seconds of the network that its best takes. */
  get latency(): number | undefined {
    return this.run.best && this.weight * this.run.best.seconds;
  }

  /** Trials since the last call. */
  takeTrials(): number {
    const more = this.run.trials - this.#entered;
    this.#entered = this.run.trials;
    return more;
  }
}

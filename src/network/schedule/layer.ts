import type { JournalPart } from '../../tuner/journal.js';
import { Run } from '../../tuner/run.js';
import type { RunOptions } from '../../tuner/run-options.js';
import type { TaskState } from '../../tuner/task-state.js';
import type { SharedBudget } from '../../tuner/budget.js';
import { defined } from '../../target/defined.js';
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
  /** Operations of a call, or what else GFLOPS count. */
  readonly flops: number;
  readonly counts?: 'flops' | 'bytes';
  /** A text that layers share which should reach about the same operations a second. */
  readonly kin: string;
  /** Takes its trials, and hears of other runs on the same log. */
  readonly journal?: JournalPart;
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
    options: Omit<RunOptions, 'taskStates' | 'subject' | 'flops' | 'counts' | 'budget' | 'journal' | 'peak'>,
  ) {
    const { name, weight, taskStates, flops, counts, journal } = task;
    this.name = name;
    this.weight = weight;
    this.#budget = new LayerBudget(all);
    this.run = new Run({ ...options, taskStates, flops, budget: this.#budget, ...defined({ counts, journal }) });
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

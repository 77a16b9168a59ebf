import type { JournalPart } from '../../tuner/journal.js';
import { Run } from '../../tuner/run.js';
import type { RunOptions } from '../../tuner/run-options.js';
import type { TaskState } from '../../tuner/task-state.js';
import type { SharedBudget, TrialCount } from '../../tuner/budget.js';
import { defined } from '../../target/defined.js';
import type { Ending } from './events.js';
import type { TaskCourse } from './schedulers/scheduler.js';

export interface LayerTask extends Omit<TaskCourse, 'points'> {
  /** One a template. */
  readonly taskStates: readonly TaskState[];
  /** What `flops` are. */
  readonly counts?: 'flops' | 'bytes';
  /** Takes its trials, and hears of other runs on the same log. */
  readonly journal?: JournalPart;
}

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

  takeTrials(): number {
    const more = this.run.trials - this.#entered;
    this.#entered = this.run.trials;
    return more;
  }
}

/**
 * What a layer sees of the network's budget. A gain of any layer is one of the network, since it takes off its latency;
 * a layer gets as many trials in a row without one as all of them together.
 */
export class LayerBudget implements TrialCount {
  #best = 0;
  /** Trials of the layer since its last gain. */
  #inVain = 0;

  constructor(private readonly all: SharedBudget) {}

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
    this.all.tally();
    this.#inVain++;
    if (throughput <= this.#best) return false;
    this.gain(throughput);
    return true;
  }

  gain(throughput: number): void {
    this.#best = throughput;
    this.#inVain = 0;
    this.all.noteGain();
  }
}

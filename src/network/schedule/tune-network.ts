import type { JournalPart } from '../../tuner/journal.js';
import { Run } from '../../tuner/run.js';
import type { RunOptions } from '../../tuner/run-options.js';
import type { TaskState } from '../../tuner/task-state.js';
import { SharedBudget, type TrialCount } from '../../tuner/budget.js';
import type { Counts } from '../../target/format.js';
import { defined } from '../../target/defined.js';
import type { Ending, NetworkEvent } from './events.js';
import type { TaskCourse, Scheduler } from './schedulers/scheduler.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { trainers } from '../../model/trainer/registry.js';
import type { Trainer } from '../../model/trainer/trainer.js';
import { ReferenceFailure } from '../../measure/reference-failure.js';
import { firstAbort } from '../../target/first-abort.js';
import type { StopReason, TuneEvent } from '../../tuner/events.js';
import type { FinalsMeasurer } from '../../tuner/finals.js';
import { registered } from '../../tuner/registered.js';
import { resumedBatches } from '../../tuner/resumed.js';
import type { Settings } from '../../tuner/settings.js';
import { Rotation } from './rotation.js';
import type { Family } from '../../transfer/family.js';
import { finishEvent, layerEvent, spentBy, startEvent, type NamedLayer, type Subject } from './run-events.js';

export interface LayerTask extends Omit<TaskCourse, 'points'> {
  /** One a template. */
  readonly taskStates: readonly TaskState[];
  /** What `flops` are. */
  readonly counts?: Counts;
  /** Takes its trials, and hears of other runs on the same log. */
  readonly journal?: JournalPart;
}

class LayerRun {
  readonly name: string;
  readonly weight: number;
  readonly run: Run;
  readonly #budget: LayerBudget;
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
 *
 * @internal A test counts its trials.
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

  get isOver(): boolean {
    return this.#inVain >= this.all.patience;
  }

  count(throughput: number): boolean {
    this.all.tally();
    this.#inVain++;
    if (throughput <= this.#best) return false;
    this.revise(throughput);
    return true;
  }

  revise(throughput: number): void {
    const isGain = throughput > this.#best;
    this.#best = throughput;
    if (!isGain) return;
    this.#inVain = 0;
    this.all.noteGain();
  }
}

export interface NetworkRunOptions extends Omit<Subject, 'scheduler' | 'alone'> {
  readonly layers: readonly LayerTask[];
  /** Trials, minutes and early stop are of all layers together. */
  readonly settings: Settings;
  readonly scheduler: Scheduler;
  /** All tasks of the layers, which learn from each other; absent where each is alone. */
  readonly family?: Family | undefined;
  readonly catalogue: Catalogue;
  readonly measurer: FinalsMeasurer;
  /** Trains the models of this run; the caller's to close. By default one of its own, which the settings name. */
  readonly trainer?: Trainer;
  /** Measures the machine's peak in FLOP/s, at the end of the run. */
  readonly peak?: () => Promise<number | undefined>;
  /** Aborting ends the run after the trial in flight; it still finishes with a summary. */
  readonly signal: AbortSignal;
}

/**
 * Tunes the layers of a network on one budget: the rotation says whose batch is next, the run of that layer measures
 * it, and when the budget is spent each layer holds its finals. Nothing goes on before a listener has taken an event.
 */
export async function* tuneNetwork(options: NetworkRunOptions): AsyncGenerator<NetworkEvent, void> {
  const trainer = options.trainer ?? registered(trainers, options.settings.trainer)();
  try {
    const run = new NetworkRun(options, trainer);
    yield run.start();
    const reason = yield* run.search();
    yield* run.finals();
    yield await run.finish(options.signal.aborted ? 'interrupted' : reason);
  } finally {
    if (!options.trainer) await trainer.close();
  }
}

/** Between the seeds of two layers: each template of a layer has one of its own. */
const SEEDS = 100;

class NetworkRun {
  readonly #began = performance.now();
  readonly #budget: SharedBudget;
  readonly #layers: readonly LayerRun[];
  readonly #rotation: Rotation<LayerRun>;
  /** Layers whose reference fails. */
  readonly #impossible = new Set<LayerRun>();
  #batches = 0;

  constructor(
    private readonly options: NetworkRunOptions,
    trainer: Trainer,
  ) {
    const { layers, settings, scheduler, family, catalogue, measurer } = options;
    this.#budget = new SharedBudget(settings);
    const share = Math.max(1, Math.ceil(settings.trials / layers.length));
    this.#layers = layers.map((layer, place) => {
      const own = { ...settings, trials: share, seed: settings.seed + SEEDS * place };
      return new LayerRun(layer, this.#budget, { settings: own, catalogue, measurer, trainer, ...defined({ family }) });
    });
    const entrants = this.#layers.map((arm) => {
      const { name, weight, flops, kin } = arm.task;
      return { arm, name, weight, flops, kin };
    });
    const batchOf = ({ run }: LayerRun): number => run.nextSize;
    this.#rotation = new Rotation(entrants, { scheduler, budget: settings.trials, seed: settings.seed, batchOf });
    this.#resume();
  }

  start(): NetworkEvent {
    const layers = this.#layers.map((layer) => ({ ...namesOf(layer), start: layer.run.start() }));
    const { settings } = this.options;
    return startEvent(this.#subject, layers, { settings, resumed: this.#budget.done, latency: this.#latency });
  }

  async *search(): AsyncGenerator<NetworkEvent, StopReason> {
    const { signal } = this.options;
    const stop = firstAbort([signal], this.#budget.millisecondsLeft);
    try {
      for (const layer of this.#layers) yield* this.#labelled(layer, layer.run.takeRetired());
      for (;;) {
        this.#learnFromOthers();
        const reason = signal.aborted ? 'interrupted' : this.#budget.spent();
        if (reason) return reason;
        const slice = this.#nextSlice();
        if (!slice) return this.#whyDone();
        yield* this.#unlessImpossible(slice.arm, slice.arm.run.step(stop.signal, slice.size));
        this.#enter(slice.arm);
      }
    } finally {
      stop.release();
    }
  }

  async *finals(): AsyncGenerator<NetworkEvent, void> {
    for (const layer of this.#layers)
      if (!this.#impossible.has(layer)) yield* this.#unlessImpossible(layer, layer.run.finals(this.options.signal));
  }

  async finish(reason: StopReason): Promise<NetworkEvent> {
    const layers = await Promise.all(
      this.#layers.map(async (layer) => {
        const finish = await layer.run.finish(reason);
        const { best, trials } = layer.run;
        return { ...namesOf(layer), finish, best, trials, ending: this.#endingOf(layer) };
      }),
    );
    const isQuiet = reason === 'interrupted' || layers.every(({ best }) => best === undefined);
    const peak = isQuiet ? undefined : await this.options.peak?.();
    const wall = (performance.now() - this.#began) / 1000;
    const splits = layers.map(({ finish }) => finish.seconds);
    return finishEvent(this.#subject, layers, { reason, spent: spentBy(splits, wall), peak });
  }

  get #subject(): Subject {
    const { scheduler, family, ...subject } = this.options;
    return { ...subject, scheduler: scheduler.name, alone: family === undefined };
  }

  get #latency(): number | undefined {
    const known = this.#layers.map(({ latency }) => latency);
    return known.every((latency) => latency !== undefined) ? known.reduce((sum, one) => sum + one, 0) : undefined;
  }

  /** Enters what the log holds in its order, so that the scheduler goes on as if there had been no end. */
  #resume(): void {
    const layerOf = new Map(this.#layers.flatMap((layer) => layer.task.taskStates.map(({ task }) => [task, layer])));
    const states = this.#layers.flatMap(({ task }) => task.taskStates);
    for (const batch of resumedBatches(states)) {
      const layer = layerOf.get(batch[0]!.task)!;
      layer.run.resume(batch);
      this.#enter(layer);
    }
  }

  #learnFromOthers(): void {
    for (const layer of this.#layers) {
      layer.run.learnFromOthers();
      this.#enter(layer);
    }
  }

  /** Enters into the rotation the trials that it does not know. */
  #enter(layer: LayerRun): void {
    const trials = layer.takeTrials();
    if (trials > 0) this.#rotation.enter(layer, trials, layer.run.best?.rankedAt);
  }

  #nextSlice(): ReturnType<Rotation<LayerRun>['next']> {
    for (const layer of this.#layers) if (layer.ending !== undefined) this.#rotation.close(layer);
    return this.#rotation.next();
  }

  #endingOf(layer: LayerRun): Ending | undefined {
    return this.#rotation.isGivenUp(layer) ? 'failed' : layer.ending;
  }

  #whyDone(): StopReason {
    const endings = this.#layers.map((layer) => layer.ending);
    if (endings.includes('early-stop')) return 'early-stop';
    return endings.every((ending) => ending === 'exhausted') ? 'exhausted' : 'decided';
  }

  /** A layer that nothing can be compared with gets no more trials; the others go on. */
  async *#unlessImpossible(layer: LayerRun, events: AsyncIterable<TuneEvent>): AsyncGenerator<NetworkEvent, void> {
    try {
      yield* this.#labelled(layer, events);
    } catch (error) {
      if (!(error instanceof ReferenceFailure)) throw error;
      this.#impossible.add(layer);
      this.#rotation.close(layer);
      yield { event: 'note', layer: layer.name, text: `${layer.name} is skipped: ${error.message}` };
    }
  }

  async *#labelled(
    { name }: LayerRun,
    events: AsyncIterable<TuneEvent> | Iterable<TuneEvent>,
  ): AsyncGenerator<NetworkEvent, void> {
    for await (const event of events) {
      if (event.event === 'start' || event.event === 'finish') continue;
      const numbered = event.event === 'batch' ? { ...event, batch: ++this.#batches } : event;
      yield layerEvent(name, numbered, this.#latency);
    }
  }
}

function namesOf({ name, weight, task: { flops, taskStates } }: LayerRun): NamedLayer {
  return { name, weight, flops, tasks: taskStates.map(({ task }) => task) };
}

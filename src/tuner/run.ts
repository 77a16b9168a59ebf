import type { Contender } from '../backend/measurer.js';
import { asksModel, ownCatalogue, type Catalogue } from '../catalogue/catalogue.js';
import { timingOf } from '../measure/estimate.js';
import type { RoundsTrial, Trial } from '../measure/measurement.js';
import type { Trainer } from '../model/trainer/trainer.js';
import type { Phase, Proposal } from '../log/record/record.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { Family } from '../transfer/family.js';
import type { Prior } from '../model/prior.js';
import { Allocation, type Slice } from './allocation.js';
import { batchIn } from './batches.js';
import { Books } from './books.js';
import type { TrialCount } from './budget.js';
import type { Companions } from './companions.js';
import type { Best, FinishEvent, RetireEvent, StartEvent, StopReason, TunerEvent } from './events.js';
import { runFinals, type FinalsMeasurer, type FinalsResult } from './finals.js';
import { throughputOf } from './leaderboard.js';
import type { KnownTrial } from '../log/record/trials.js';
import { proposalsOf } from './proposals.js';
import type { Resumed } from './resumed.js';
import { Search } from './search.js';
import { SecondLooks } from './second-looks.js';
import type { Settings } from './settings.js';

/** One task of a run, with what is known of it beforehand. */
export interface TaskState {
  readonly task: Task;
  /**
   * Trials of this task that the log holds already, oldest first: they count as done, and the search learns from them.
   */
  readonly resumed: readonly KnownTrial[];
  /** What other workloads and machines tell. */
  readonly prior: Prior;
}

export interface RunOptions {
  /** Tasks of one workload, one a template; they share one budget (`allocation.ts`). */
  readonly taskStates: readonly TaskState[];
  /** Floating-point operations of the workload. */
  readonly flops: number;
  readonly settings: Settings;
  /** Where explorer and model of the settings are found; default: what comes with tune. */
  readonly catalogue?: Catalogue;
  readonly measurer: FinalsMeasurer;
  /** Trains the models of this run; the caller's to close. */
  readonly trainer: Trainer;
  readonly budget: TrialCount;
  /** Tasks that are tuned at the same time, these among them, and learn from each other. */
  readonly family?: Family;
  /** Measures the machine's peak in FLOP/s, at the end of the run. */
  readonly peak?: () => Promise<number | undefined>;
  /** Other runs on the same log, whose trials count as done. */
  readonly companions?: Companions;
}

/**
 * The run of one workload, in steps that its caller takes: what the log holds (`resume`), batches (`step`) until there
 * is a reason to stop, `finals`, `finish`. What a run of a single workload and one of a whole network have in common.
 */
export class Run {
  readonly #searches: ReadonlyMap<Task, Search>;
  readonly #books: Books;
  readonly #secondLooks = new SecondLooks();
  /** Those that nobody was told yet. */
  readonly #retired: RetireEvent[] = [];
  #batches = 0;
  #verdict: FinalsResult | undefined;

  constructor(private readonly options: RunOptions) {
    const { taskStates, flops, settings, catalogue = ownCatalogue, trainer, budget, family } = options;
    const tasks = taskStates.map(({ task }) => task);
    const firstBatch = batchIn(0, settings);
    this.#books = new Books(flops, budget, new Allocation(tasks, { ...settings, firstBatch }));
    this.#searches = new Map(
      taskStates.map(({ task, prior }, i) => [
        task,
        new Search(task, { settings, catalogue, trainer, seed: settings.seed + i, prior, family, flops }),
      ]),
    );
    for (const { task, resumed } of taskStates) this.#searches.get(task)!.observe(resumed);
  }

  /**
   * Enters a batch that the log holds. Batches come in the order of the log, so that patience and the templates that
   * are retired are those of a run that was never interrupted.
   */
  resume(batch: readonly Resumed[]): void {
    this.#retire();
    for (const { task, trial } of batch) this.#books.count(task, trial, 'resumed');
  }

  start(): StartEvent {
    const { taskStates, settings, catalogue = ownCatalogue } = this.options;
    return {
      event: 'start',
      tasks: taskStates.map(({ task }) => task),
      settings,
      asksModel: asksModel(catalogue, settings.explorer),
      resumed: this.#books.trials.resumed,
      best: this.best,
      history: taskStates.reduce((rows, { prior }) => rows + prior.rows.length, 0),
    };
  }

  /** The best so far, or of the finals. */
  get best(): Best | undefined {
    return this.#verdict?.best ?? this.#books.leaderboard.best();
  }

  /** Trials so far, those of the log and of other runs included. */
  get trials(): number {
    const { trials } = this.#books;
    return trials.run + trials.resumed + trials.shared;
  }

  /** Whether it has measured anything itself. */
  get hasMeasured(): boolean {
    return this.#books.trials.run > 0;
  }

  /** Why there is nothing left to try, whatever the budget; undefined while there is. */
  get whyDone(): 'decided' | 'exhausted' | undefined {
    if (this.#books.allocation.next(this.#isOpen) !== undefined) return undefined;
    return [...this.#searches.keys()].some(this.#isOpen) ? 'decided' : 'exhausted';
  }

  /** Trials that the next batch would have; 0 where there is none. */
  get nextSize(): number {
    return this.#books.allocation.next(this.#isOpen)?.size ?? 0;
  }

  /** The next batch, of the template that is worth it, of `most` trials at most. */
  async *step(signal: AbortSignal, most = Infinity): AsyncGenerator<TunerEvent, void> {
    this.#retire();
    yield* this.takeRetired();
    const slice = this.#books.allocation.next(this.#isOpen);
    if (slice) yield* this.#batch({ ...slice, size: Math.min(slice.size, most) }, signal);
  }

  /** Templates that were retired since the last call. */
  takeRetired(): readonly RetireEvent[] {
    return this.#retired.splice(0);
  }

  /** Enters what other runs have measured since the last time. */
  learnFromOthers(): void {
    for (const { task, phase, trial } of this.options.companions?.take() ?? []) {
      this.#books.hear(task, phase, trial);
      this.#searches.get(task)!.observe([trial]);
    }
  }

  /** The best are measured again, unless this run was interrupted or has measured nothing. */
  async *finals(signal: AbortSignal): AsyncGenerator<TunerEvent, void> {
    this.learnFromOthers();
    if (signal.aborted || !this.hasMeasured) return;
    const { measurer, flops } = this.options;
    const { leaderboard } = this.#books;
    const measured: { contender: Contender; measurement: RoundsTrial; phase: Phase }[] = [];
    const start = performance.now();
    const remeasure: FinalsMeasurer['remeasure'] = async (...args) => {
      const measurements = await measurer.remeasure(...args);
      for (const measurement of measurements) this.#books.spend(measurement);
      return measurements;
    };
    this.#verdict = await runFinals(leaderboard, { remeasure }, signal, (contender, measurement, phase) => {
      measured.push({ contender, measurement, phase });
      leaderboard.add(contender.task, { ...measurement, isFinal: true });
    });
    for (const { contender, measurement, phase } of measured) {
      const throughput = throughputOf(measurement, flops);
      yield { event: 'trial', phase, trial: 0, task: contender.task, measurement, throughput };
    }
    for (const { task } of this.options.taskStates) {
      const measurements = measured.filter(({ contender }) => contender.task === task).map((m) => m.measurement);
      if (measurements.length > 0) yield this.#batchEvent('finals', task, measurements, 0, start);
    }
  }

  async finish(reason: StopReason): Promise<FinishEvent> {
    const tasks = this.options.taskStates.map(({ task }) => task);
    const isQuiet = reason === 'interrupted' || this.best === undefined;
    const peak = isQuiet ? undefined : await this.options.peak?.();
    return { event: 'finish', tasks, summary: this.#books.summary(tasks, reason, this.#verdict, peak) };
  }

  async *#batch({ arm, size }: Slice<Task>, signal: AbortSignal): AsyncGenerator<TunerEvent, void> {
    const search = this.#searches.get(arm)!;
    const { budget, watch } = this.#books;
    this.learnFromOthers();
    const started = performance.now();
    const configs = await search.propose(Math.min(size, budget.left), signal);
    yield* search.takeEvents();
    const searchSeconds = (performance.now() - started) / 1000;
    watch.addSearch(searchSeconds);
    if (configs.length === 0) return;
    const proposals = proposalsOf(configs, search, { batch: this.#batches + 1, searchSeconds });

    const measureStart = performance.now();
    const measurements: Trial[] = [];
    for await (const measurement of this.#measureOurs(search.task, configs, signal)) {
      measurements.push(measurement);
      yield* this.#trial(search.task, measurement, proposals.get(measurement.config.index)!);
    }
    const repeated = yield* this.#lookAgain(search.task, measurements.length, signal);
    if (measurements.length === 0) return;
    this.#secondLooks.ask(search.task, measurements);
    yield this.#batchEvent('search', search.task, measurements, searchSeconds, measureStart);
    watch.time(() => {
      search.observe([...measurements, ...this.#settled(search.task, repeated)]);
    });
  }

  *#trial(task: Task, measurement: Trial, proposal: Proposal): Generator<TunerEvent, void> {
    const { budget, leaderboard } = this.#books;
    const isBest = this.#books.count(task, measurement, 'run');
    this.#books.spend(measurement);
    const trial = budget.done;
    const throughput = throughputOf(measurement, this.options.flops);
    yield { event: 'trial', phase: 'search', trial, task, measurement, throughput, proposal };
    if (isBest) yield { event: 'best', trial, best: leaderboard.best()! };
  }

  /** Measures those of the configs that no other run has taken; a run that joins meanwhile has its say, too. */
  async *#measureOurs(task: Task, configs: readonly Config[], signal: AbortSignal): AsyncGenerator<Trial, void> {
    const { companions } = this.options;
    for (let left = configs; left.length > 0;) {
      const ours = companions ? await companions.claim(task, left) : left;
      let done = 0;
      for await (const measurement of this.#measure(task, ours, signal)) {
        yield measurement;
        done++;
        if (companions?.joined()) break;
      }
      left = companions?.joined() ? ours.slice(done) : [];
    }
  }

  /** Measures again, beside a batch of so many, what was too noisy to judge. */
  async *#lookAgain(task: Task, batch: number, signal: AbortSignal): AsyncGenerator<TunerEvent, readonly Trial[]> {
    const configs = this.#secondLooks.take(task, batch);
    if (configs.length === 0) return [];
    const repeated: Trial[] = [];
    for await (const measurement of this.#measure(task, configs, signal)) {
      repeated.push(measurement);
      yield* this.#secondLook(task, measurement);
    }
    return repeated;
  }

  /** A trial whose time was too noisy is measured again; it counts as no new trial. */
  *#secondLook(task: Task, measurement: Trial): Generator<TunerEvent, void> {
    const isBest = this.#books.lookAgain(task, measurement);
    const throughput = throughputOf(measurement, this.options.flops);
    yield { event: 'trial', phase: 'again', trial: 0, task, measurement, throughput };
    const { budget, leaderboard } = this.#books;
    if (isBest) yield { event: 'best', trial: budget.done, best: leaderboard.best()! };
  }

  /** Of what was measured again, what changes what is known. */
  #settled(task: Task, repeated: readonly Trial[]): readonly Trial[] {
    return repeated.filter((one) => this.#books.stands(task, one.config, timingOf(one)?.seconds));
  }

  #measure(task: Task, configs: readonly Config[], signal: AbortSignal): AsyncIterable<Trial> {
    const best = this.#books.leaderboard.best()?.rankedAt;
    return this.options.measurer.measure(task, configs, { signal, copy: true, ...(best !== undefined && { best }) });
  }

  /** Before each batch: who cannot catch up any more gets none. */
  #retire(): void {
    const { allocation, budget } = this.#books;
    for (const retirement of allocation.retire(this.#isOpen))
      this.#retired.push({ event: 'retire', trial: budget.done, retirement });
  }

  readonly #isOpen = (task: Task): boolean => !this.#searches.get(task)!.exhausted;

  #batchEvent(
    phase: Phase,
    task: Task,
    measurements: readonly Trial[],
    searchSeconds: number,
    start: number,
  ): TunerEvent {
    const measureSeconds = (performance.now() - start) / 1000;
    return { event: 'batch', phase, batch: ++this.#batches, task, measurements, searchSeconds, measureSeconds };
  }
}

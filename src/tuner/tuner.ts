import type { Contender } from '../backend/measurer.js';
import { asksModel, ownCatalogue, type Catalogue } from '../catalogue/catalogue.js';
import type { Prior } from '../transfer/prior.js';
import { timingOf } from '../measure/estimate.js';
import type { Measurement } from '../measure/measurement.js';
import type { Phase, Proposal } from '../record/record.js';
import { trainers } from '../model/trainer/registry.js';
import type { Trainer } from '../model/trainer/trainer.js';
import type { Config } from '../space/config.js';
import { firstAbort } from '../target/first-abort.js';
import type { Task } from '../templates/template.js';
import { Allocation, type Slice } from './allocation.js';
import { batchIn } from './batches.js';
import { Budget } from './budget.js';
import type { Companions } from './companions.js';
import type { FinishEvent, RetireEvent, StopReason, Summary, TunerEvent } from './events.js';
import { Disturbances } from './disturbances.js';
import { runFinals, type FinalsMeasurer, type FinalsResult, type Remeasurement } from './finals.js';
import { Leaderboard, provenThroughputOf, throughputOf, type Outcome } from './leaderboard.js';
import { resumedBatches } from './resumed.js';
import { SecondLooks } from './second-looks.js';
import { Search } from './search.js';
import { registered } from './registered.js';
import type { Settings } from './settings.js';
import { Stopwatch } from './stopwatch.js';

/** One task of a run, with what is known of it beforehand. */
export interface TaskState {
  readonly task: Task;
  /**
   * Trials of this task that the log holds already, oldest first: they count as done, and the search learns from them.
   */
  readonly resumed: readonly Outcome[];
  /** What other workloads and machines tell. */
  readonly prior: Prior;
}

export interface TuneOptions {
  /** Tasks of one workload, one a template; they share one budget (`allocation.ts`). */
  readonly taskStates: readonly TaskState[];
  /** Floating-point operations of the workload. */
  readonly flops: number;
  readonly settings: Settings;
  /** Where explorer and model of the settings are found; default: what comes with tune. */
  readonly catalogue?: Catalogue;
  readonly measurer: FinalsMeasurer;
  /** Trains the models of this run; the caller's to close. By default one of its own, which the settings name. */
  readonly trainer?: Trainer;
  /** Measures the machine's peak in FLOP/s, at the end of the run. */
  readonly peak?: () => Promise<number | undefined>;
  /** Other runs on the same log, whose trials count as done. */
  readonly companions?: Companions;
  /** Aborting ends the run after the trial in flight; it still finishes with a summary. */
  readonly signal?: AbortSignal;
}

/**
 * Tunes one workload: propose, measure, log, learn, until the budget is spent, and then measure the best again. Events
 * come as things happen, and nothing goes on before a listener has taken its event, so a log written from them is never
 * behind the search.
 */
export async function* tune(options: TuneOptions): AsyncGenerator<TunerEvent, void> {
  const trainer = options.trainer ?? registered(trainers, options.settings.trainer)();
  try {
    const run = new Run(options, trainer);
    yield run.start();
    yield* run.search();
    yield* run.finals();
    yield await run.finish();
  } finally {
    if (!options.trainer) await trainer.close();
  }
}

class Run {
  readonly #searches: ReadonlyMap<Task, Search>;
  readonly #leaderboard: Leaderboard;
  readonly #budget: Budget;
  readonly #allocation: Allocation<Task>;
  readonly #watch = new Stopwatch();
  readonly #secondLooks = new SecondLooks();
  readonly #disturbances = new Disturbances();
  readonly #signal: AbortSignal;
  /** Those that nobody was told yet. */
  readonly #retired: RetireEvent[] = [];
  #batches = 0;
  #trialsRun = 0;
  /** Trials of other runs at the same time. */
  #trialsShared = 0;
  #reason: StopReason | undefined;
  #verdict: FinalsResult | undefined;

  constructor(
    private readonly options: TuneOptions,
    trainer: Trainer,
  ) {
    const { taskStates, flops, settings, catalogue = ownCatalogue } = options;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#leaderboard = new Leaderboard(flops);
    this.#budget = new Budget(settings);
    const tasks = taskStates.map(({ task }) => task);
    const firstBatch = Math.max(
      ...taskStates.map(({ task, prior }) => batchIn(task.space, 0, settings, prior.rows.length > 0)),
    );
    this.#allocation = new Allocation(tasks, { ...settings, firstBatch });
    this.#searches = new Map(
      taskStates.map(({ task, prior }, i) => [
        task,
        new Search(task, { settings, catalogue, trainer, seed: settings.seed + i, prior, flops }),
      ]),
    );
    this.#resume(taskStates);
  }

  start(): TunerEvent {
    const { taskStates, settings, catalogue = ownCatalogue } = this.options;
    return {
      event: 'start',
      tasks: taskStates.map(({ task }) => task),
      settings,
      asksModel: asksModel(catalogue, settings.explorer),
      resumed: this.#budget.done,
      best: this.#leaderboard.best(),
      history: taskStates.reduce((rows, { prior }) => rows + prior.rows.length, 0),
    };
  }

  /** Batches, each of the template that is worth it, until there is a reason to stop. */
  async *search(): AsyncGenerator<TunerEvent, void> {
    const { signal, release } = firstAbort([this.#signal], this.#budget.millisecondsLeft);
    try {
      yield* this.#takeRetired();
      while ((this.#reason = this.#whyStop()) === undefined) {
        this.#retire();
        yield* this.#takeRetired();
        const slice = this.#allocation.next(this.#isOpen);
        if (slice) yield* this.#batch(slice, signal);
      }
    } finally {
      release();
    }
  }

  /** The best are measured again, unless this run was interrupted or has measured nothing. */
  async *finals(): AsyncGenerator<TunerEvent, void> {
    this.#learnFromOthers();
    if (this.#signal.aborted || this.#trialsRun === 0) return;
    const { measurer, flops } = this.options;
    const measured: { contender: Contender; measurement: Remeasurement; phase: Phase }[] = [];
    const start = performance.now();
    const remeasure: FinalsMeasurer['remeasure'] = async (...args) => {
      const measurements = await measurer.remeasure(...args);
      for (const { spent } of measurements) this.#watch.add(spent);
      for (const measurement of measurements) this.#disturbances.count(measurement);
      return measurements;
    };
    this.#verdict = await runFinals(this.#leaderboard, { remeasure }, this.#signal, (contender, measurement, phase) => {
      measured.push({ contender, measurement, phase });
      this.#leaderboard.add(contender.task, { ...measurement, isFinal: true });
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

  async finish(): Promise<FinishEvent> {
    const { peak, taskStates } = this.options;
    const best = this.#verdict?.best ?? this.#leaderboard.best();
    const quiet = this.#signal.aborted || best === undefined;
    const summary: Summary = {
      reason: this.#signal.aborted ? 'interrupted' : this.#reason!,
      best,
      ties: this.#verdict?.ties ?? [],
      confirmed: this.#verdict?.confirmed === true,
      disturbance: this.#disturbances.summary(),
      trials: {
        run: this.#trialsRun,
        resumed: this.#budget.done - this.#trialsRun - this.#trialsShared,
        shared: this.#trialsShared,
        failed: this.#leaderboard.failures.total,
      },
      failures: this.#leaderboard.failures.list(),
      firstFailure: this.#leaderboard.failures.first(),
      shares: taskStates.map(({ task }) => ({
        task,
        trials: this.#allocation.trials(task),
        best: this.#leaderboard.reached(task),
        retirement: this.#allocation.retirement(task),
      })),
      spent: this.#watch.split(),
      peak: quiet ? undefined : await peak?.(),
    };
    return { event: 'finish', tasks: taskStates.map(({ task }) => task), summary };
  }

  async *#batch({ arm, size }: Slice<Task>, signal: AbortSignal): AsyncGenerator<TunerEvent, void> {
    const search = this.#searches.get(arm)!;
    this.#learnFromOthers();
    const started = performance.now();
    const configs = await search.propose(Math.min(size, this.#budget.left), signal);
    yield* search.takeEvents();
    const searchSeconds = (performance.now() - started) / 1000;
    this.#watch.addSearch(searchSeconds);
    if (configs.length === 0) return;
    const proposals = proposalsOf(configs, search, { batch: this.#batches + 1, searchSeconds });

    const measureStart = performance.now();
    const measurements: Measurement[] = [];
    for await (const measurement of this.#measureOurs(search.task, configs, signal)) {
      measurements.push(measurement);
      yield* this.#trial(search.task, measurement, proposals.get(measurement.config.index)!);
    }
    const repeated = yield* this.#lookAgain(search.task, measurements.length, signal);
    if (measurements.length === 0) return;
    this.#secondLooks.ask(search.task, measurements);
    yield this.#batchEvent('search', search.task, measurements, searchSeconds, measureStart);
    this.#watch.time(() => {
      search.observe([...measurements, ...this.#settled(search.task, repeated)]);
    });
  }

  *#trial(task: Task, measurement: Measurement, proposal: Proposal): Generator<TunerEvent, void> {
    const isBest = this.#count(task, measurement);
    this.#trialsRun++;
    this.#watch.add(measurement.spent);
    this.#disturbances.count(measurement);
    const trial = this.#budget.done;
    const throughput = throughputOf(measurement, this.options.flops);
    yield { event: 'trial', phase: 'search', trial, task, measurement, throughput, proposal };
    if (isBest) yield { event: 'best', trial, best: this.#leaderboard.best()! };
  }

  /** Measures those of the configs that no other run has taken; a run that joins meanwhile has its say, too. */
  async *#measureOurs(task: Task, configs: readonly Config[], signal: AbortSignal): AsyncGenerator<Measurement, void> {
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

  /** Enters what other runs have measured since the last time. */
  #learnFromOthers(): void {
    for (const { task, phase, outcome } of this.options.companions?.take() ?? []) {
      if (phase === 'search' && !this.#leaderboard.has(task, outcome.config)) {
        this.#count(task, outcome);
        this.#trialsShared++;
      } else this.#leaderboard.add(task, outcome);
      this.#searches.get(task)!.observe([outcome]);
    }
  }

  /** Measures again, beside a batch of so many, what was too noisy to judge. */
  async *#lookAgain(
    task: Task,
    batch: number,
    signal: AbortSignal,
  ): AsyncGenerator<TunerEvent, readonly Measurement[]> {
    const configs = this.#secondLooks.take(task, batch);
    if (configs.length === 0) return [];
    const repeated: Measurement[] = [];
    for await (const measurement of this.#measure(task, configs, signal)) {
      repeated.push(measurement);
      yield* this.#secondLook(task, measurement);
    }
    return repeated;
  }

  /** A trial whose time was too noisy is measured again; it counts as no new trial. */
  *#secondLook(task: Task, measurement: Measurement): Generator<TunerEvent, void> {
    const before = this.#leaderboard.best();
    this.#leaderboard.add(task, measurement);
    this.#watch.add(measurement.spent);
    this.#disturbances.count(measurement, 'again');
    const throughput = throughputOf(measurement, this.options.flops);
    yield { event: 'trial', phase: 'again', trial: 0, task, measurement, throughput };
    const best = this.#leaderboard.best();
    if (best && best.rankedAt < (before?.rankedAt ?? Infinity)) {
      this.#budget.gain(this.options.flops / best.rankedAt);
      yield { event: 'best', trial: this.#budget.done, best };
    }
  }

  /** Of what was measured again, what changes what is known. */
  #settled(task: Task, repeated: readonly Measurement[]): readonly Measurement[] {
    return repeated.filter((one) => {
      const known = this.#leaderboard.standing({ task, config: one.config });
      return known === undefined || known.seconds === timingOf(one)?.seconds;
    });
  }

  #measure(task: Task, configs: readonly Config[], signal: AbortSignal): AsyncIterable<Measurement> {
    const best = this.#leaderboard.best()?.rankedAt;
    return this.options.measurer.measure(task, configs, { signal, ...(best !== undefined && { best }) });
  }

  /**
   * Enters what the log holds in the order of the log, so that patience and the templates that are retired are those of
   * a run that was never interrupted.
   */
  #resume(taskStates: readonly TaskState[]): void {
    for (const { task, resumed } of taskStates) this.#searches.get(task)!.observe(resumed);
    for (const batch of resumedBatches(taskStates)) {
      this.#retire();
      for (const { task, outcome } of batch) this.#count(task, outcome);
    }
  }

  /** Before each batch: who cannot catch up any more gets none. */
  #retire(): void {
    for (const retirement of this.#allocation.retire(this.#isOpen))
      this.#retired.push({ event: 'retire', trial: this.#budget.done, retirement });
  }

  #takeRetired(): readonly RetireEvent[] {
    return this.#retired.splice(0);
  }

  /** Enters a trial everywhere; tells whether it is the best so far. */
  #count(task: Task, outcome: Outcome): boolean {
    const throughput = provenThroughputOf(outcome, this.options.flops);
    this.#leaderboard.add(task, outcome);
    this.#allocation.count(task, throughput);
    return this.#budget.count(throughput);
  }

  readonly #isOpen = (task: Task): boolean => !this.#searches.get(task)!.exhausted;

  #whyStop(): StopReason | undefined {
    if (this.#signal.aborted) return 'interrupted';
    const spent = this.#budget.spent();
    if (spent !== undefined || this.#allocation.next(this.#isOpen) !== undefined) return spent;
    return [...this.#searches.keys()].some(this.#isOpen) ? 'decided' : 'exhausted';
  }

  #batchEvent(
    phase: Phase,
    task: Task,
    measurements: readonly Measurement[],
    searchSeconds: number,
    start: number,
  ): TunerEvent {
    const measureSeconds = (performance.now() - start) / 1000;
    return { event: 'batch', phase, batch: ++this.#batches, task, measurements, searchSeconds, measureSeconds };
  }
}

/** Digits of a score that a log keeps. */
const SCORE_DIGITS = 5;

/** How each config of a batch was chosen, by its index. */
function proposalsOf(
  configs: readonly Config[],
  search: Search,
  { batch, searchSeconds }: { readonly batch: number; readonly searchSeconds: number },
): ReadonlyMap<number, Proposal> {
  const scores = search.predict(configs);
  const seconds = Number((searchSeconds / configs.length).toPrecision(SCORE_DIGITS));
  return new Map(
    configs.map(({ index }, place) => {
      const score = scores && { score: Number(scores[place]!.toPrecision(SCORE_DIGITS)) };
      return [index, { batch, seconds, ...score }];
    }),
  );
}

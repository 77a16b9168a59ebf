import type { Contender } from '../backend/measurer.js';
import { asksModel, ownCatalogue } from '../catalogue/catalogue.js';
import type { Phase } from '../log/record/record.js';
import type { RoundsTrial } from '../measure/measurement.js';
import type { Task } from '../templates/template.js';
import { Allocation } from './allocation.js';
import { BatchRun } from './batch-run.js';
import { batchIn } from './batches.js';
import { Books } from './books.js';
import type { StopReason, Subject, TuneEvent, TuneEventNamed } from './events.js';
import { runFinals, type FinalsMeasurer, type FinalsResult } from './finals.js';
import type { Best } from './leaderboard.js';
import type { Resumed } from './resumed.js';
import type { RunOptions } from './run-options.js';
import { Search } from './search.js';
import {
  commandsFor,
  contextOf,
  resultOf,
  subjectOf,
  templatesOf,
  retirementForEvent,
  settingsForEvent,
} from './run-events.js';

/**
 * The run of one workload, in steps that its caller takes: what the log holds (`resume`), batches (`step`) until there
 * is a reason to stop, `finals`, `finish`. What a run of a single workload and one of a whole network have in common.
 */
export class Run {
  readonly #tasks: readonly Task[];
  readonly #searches: ReadonlyMap<Task, Search>;
  readonly #books: Books;
  readonly #batches: BatchRun;
  /** Those that are not emitted yet. */
  readonly #retired: TuneEventNamed<'retire' | 'note'>[] = [];
  #verdict: FinalsResult | undefined;

  constructor(private readonly options: RunOptions) {
    const { taskStates, flops, settings, catalogue = ownCatalogue, trainer, budget, family } = options;
    this.#tasks = taskStates.map(({ task }) => task);
    const firstBatch = batchIn(0, settings);
    this.#books = new Books(flops, budget, new Allocation(this.#tasks, { ...settings, firstBatch }));
    this.#searches = new Map(
      taskStates.map(({ task, prior }, i) => [
        task,
        new Search(task, { settings, catalogue, trainer, seed: settings.seed + i, prior, family, flops }),
      ]),
    );
    this.#batches = new BatchRun(this.#books, options, this.#searches);
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

  start(): TuneEventNamed<'start'> {
    const { taskStates, settings, catalogue = ownCatalogue, counts = 'flops', log } = this.options;
    return {
      event: 'start',
      ...this.#subject,
      templates: templatesOf(this.#tasks),
      ...settingsForEvent(settings),
      asks_model: asksModel(catalogue, settings.explorer),
      resumed: this.#books.trials.resumed,
      best_gflops: this.best ? this.best.throughput / 1e9 : null,
      counts,
      history: taskStates.reduce((rows, { prior }) => rows + prior.rows.length, 0),
      log: log?.path ?? null,
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
  async *step(signal: AbortSignal, most = Infinity): AsyncGenerator<TuneEvent, void> {
    this.#retire();
    yield* this.takeRetired();
    const slice = this.#books.allocation.next(this.#isOpen);
    if (slice) yield* this.#batches.run(slice.arm, Math.min(slice.size, most), signal);
  }

  /** Templates that were retired, or are tried again, since the last call. */
  takeRetired(): readonly TuneEventNamed<'retire' | 'note'>[] {
    return this.#retired.splice(0);
  }

  /** Enters what other runs have measured since the last time. */
  learnFromOthers(): void {
    this.#batches.learnFromOthers();
  }

  /** The best are measured again, unless this run was interrupted or has measured nothing. */
  async *finals(signal: AbortSignal): AsyncGenerator<TuneEvent, void> {
    this.learnFromOthers();
    if (signal.aborted || !this.hasMeasured) return;
    yield { event: 'finals', trial: this.options.budget.done };
    const { leaderboard } = this.#books;
    const measured: { contender: Contender; trial: RoundsTrial; phase: Phase }[] = [];
    const start = performance.now();
    this.#verdict = await runFinals(leaderboard, this.#paidMeasurer(), signal, (contender, trial, phase) => {
      measured.push({ contender, trial, phase });
      leaderboard.add(contender.task, { ...trial, isFinal: true });
    });
    for (const { contender, trial, phase } of measured)
      yield await this.#batches.logTrial({ task: contender.task, trial, phase }, 0);
    for (const task of this.#tasks) {
      const trials = measured.filter(({ contender }) => contender.task === task).map(({ trial }) => trial);
      if (trials.length > 0) yield await this.#batches.close('finals', task, trials, { search: 0, start });
    }
    const { best } = this.#verdict;
    if (best) yield { event: 'best', trial: this.#books.budget.done, ...resultOf(best) };
  }

  async finish(reason: StopReason): Promise<TuneEventNamed<'finish'>> {
    const { journal, counts = 'flops', log } = this.options;
    const { best } = this;
    const isQuiet = reason === 'interrupted' || best === undefined;
    const peak = isQuiet ? undefined : await this.options.peak?.();
    await journal?.onPause();
    return {
      event: 'finish',
      reason,
      ...this.#subject,
      best: best ? resultOf(best) : null,
      ties: (this.#verdict?.ties ?? []).map(resultOf),
      confirmed: this.#verdict?.confirmed === true,
      ...contextOf(best),
      counts,
      source: this.#tasks[0]!.template.gives === 'source',
      peak_gflops: peak === undefined ? null : peak / 1e9,
      peak_fraction: best && peak !== undefined && counts !== 'bytes' ? best.throughput / peak : null,
      ...this.#books.totals(this.#tasks),
      ...commandsFor(log, best),
    };
  }

  get #subject(): Subject {
    return this.options.subject ?? subjectOf(this.#tasks[0]!);
  }

  /** The measurer of finals, whose time is the run's. */
  #paidMeasurer(): Pick<FinalsMeasurer, 'remeasure'> {
    const remeasure: FinalsMeasurer['remeasure'] = async (...args) => {
      const trials = await this.options.measurer.remeasure(...args);
      for (const trial of trials) this.#books.spend(trial);
      return trials;
    };
    return { remeasure };
  }

  /** Before each batch: who cannot catch up any more gets none. */
  #retire(): void {
    const { allocation, budget } = this.#books;
    for (const { template } of allocation.reopen()) {
      const text = `${template.name} is tried again: what was ahead of it is slower than its first time said.`;
      this.#retired.push({ event: 'note', text });
    }
    for (const retirement of allocation.retire(this.#isOpen)) {
      const { name: template } = retirement.arm.template;
      this.#retired.push({ event: 'retire', trial: budget.done, template, ...retirementForEvent(retirement) });
    }
  }

  readonly #isOpen = (task: Task): boolean => !this.#searches.get(task)!.exhausted;
}

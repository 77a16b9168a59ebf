import type { Phase } from '../log/record/record.js';
import { estimate, isWithinReach, timingOf, type Estimate } from '../measure/estimate.js';
import type { Trial } from '../measure/measurement.js';
import type { Config } from '../space/config.js';
import { defined } from '../target/defined.js';
import type { Task } from '../templates/template.js';
import type { Books } from './books.js';
import type { TuneEvent, TuneEventNamed } from './events.js';
import { MachineState, moveText } from './machine-state.js';
import { measureUnclaimed } from './measure-unclaimed.js';
import { proposalsOf } from './proposals.js';
import type { RunOptions } from './run-options.js';
import type { Search } from './search.js';
import { SecondLooks } from './second-looks.js';
import { resultOf, phaseForEvent, trialEvent, type TaskTrial } from './run-events.js';

/** A trial that worked, and its task. */
interface TimedConfig {
  readonly task: Task;
  readonly trial: Trial;
}

/**
 * The batches of a run: the search of a template chooses, what no other run on the log has taken is measured, what was
 * too noisy to judge is looked at again, and the search learns. A batch is the unit of learning since a fit costs more
 * than a trial's share of it, and of waiting for the disk.
 */
export class BatchRun {
  readonly #secondLooks = new SecondLooks();
  readonly #state: MachineState<TimedConfig>;
  #reference: TimedConfig | undefined;
  #batches = 0;

  constructor(
    private readonly books: Books,
    private readonly options: Pick<RunOptions, 'measurer' | 'journal' | 'flops' | 'clock'>,
    private readonly searches: ReadonlyMap<Task, Search>,
  ) {
    this.#state = new MachineState(options.clock);
  }

  /** A batch of a task, of so many trials at most. */
  async *run(task: Task, size: number, signal: AbortSignal): AsyncGenerator<TuneEvent, void> {
    const search = this.searches.get(task)!;
    const { budget, watch } = this.books;
    this.learnFromOthers();
    const started = performance.now();
    const configs = await search.propose(Math.min(size, budget.left), signal);
    yield* search.takeEvents();
    const searchSeconds = (performance.now() - started) / 1000;
    watch.addSearch(searchSeconds);
    if (configs.length === 0) return;
    const proposals = proposalsOf(configs, search, { batch: this.#batches + 1, searchSeconds });

    const start = performance.now();
    const trials: Trial[] = [];
    const measure = (some: readonly Config[]): AsyncIterable<Trial> => this.#measure(task, some, signal);
    for await (const trial of measureUnclaimed(task, configs, measure, this.options.journal?.companions)) {
      trials.push(trial);
      yield* this.#enter({ task, trial, phase: 'search', proposal: proposals.get(trial.config.index)! });
    }
    const repeated = yield* this.#lookAgain(task, trials.length, signal);
    if (trials.length === 0) return;
    this.#secondLooks.ask(task, trials);
    yield* this.#watchMachine(task, trials, signal);
    yield await this.close('search', task, trials, { search: searchSeconds, start });
    watch.time(() => {
      search.observe([...trials, ...this.#settled(task, repeated)]);
    });
  }

  /** Enters what other runs have measured since the last time. */
  learnFromOthers(): void {
    for (const { task, phase, trial } of this.options.journal?.companions.take() ?? []) {
      this.books.hear(task, phase, trial);
      this.searches.get(task)!.observe([trial]);
    }
  }

  /** Logs a trial and returns its event. */
  async logTrial(trial: TaskTrial, number: number): Promise<TuneEvent> {
    const { journal, flops } = this.options;
    const durable = (await journal?.onTrial(trial)) ?? false;
    return trialEvent(trial, { number, flops, durable });
  }

  /** The end of a batch. `search`: seconds of choosing it. `start`: when measuring it began. */
  async close(
    phase: Phase,
    task: Task,
    trials: readonly Trial[],
    { search, start }: { readonly search: number; readonly start: number },
  ): Promise<TuneEventNamed<'batch'>> {
    const seconds = (performance.now() - start) / 1000;
    await this.options.journal?.onPause();
    return {
      event: 'batch',
      phase: phaseForEvent(phase),
      batch: ++this.#batches,
      template: task.template.name,
      size: trials.length,
      failed: trials.filter(({ error }) => error !== 0).length,
      search_seconds: search,
      measure_seconds: seconds,
    };
  }

  /** Enters a trial of the search. */
  async *#enter(trial: TaskTrial): AsyncGenerator<TuneEvent, void> {
    const isBest = this.books.count(trial.task, trial.trial, 'run');
    this.books.spend(trial.trial);
    const number = this.books.budget.done;
    yield await this.logTrial(trial, number);
    if (isBest) yield this.#best(number);
  }

  /** Measures again, beside a batch of so many, what was too noisy to judge; that counts as no new trials. */
  async *#lookAgain(task: Task, batch: number, signal: AbortSignal): AsyncGenerator<TuneEvent, readonly Trial[]> {
    const configs = this.#secondLooks.take(task, batch);
    const repeated: Trial[] = [];
    if (configs.length === 0) return repeated;
    for await (const trial of this.#measure(task, configs, signal)) {
      repeated.push(trial);
      const hasChanged = this.books.lookAgain(task, trial);
      yield await this.logTrial({ task, trial, phase: 'again' }, 0);
      if (hasChanged) yield this.#best(this.books.budget.done);
    }
    return repeated;
  }

  /** Times the reference now and then, and asks for second looks at what was timed while the machine was slow. */
  async *#watchMachine(task: Task, trials: readonly Trial[], signal: AbortSignal): AsyncGenerator<TuneEvent, void> {
    const worked = trials.filter(({ error, noisy, copied }) => error === 0 && noisy !== true && copied !== true);
    this.#state.enter(worked.map((trial) => ({ task, trial })));
    this.#reference ??= worked.map((trial) => ({ task, trial })).at(0);
    const reference = this.#reference;
    if (!reference || !this.#state.isDue) return;
    const move = await this.#state.look(async () => this.#timeAgain(reference, signal), signal);
    if (!move) return;
    const best = this.books.leaderboard.best()?.rankedAt ?? Infinity;
    const again = move.suspects.filter(({ trial }) =>
      isWithinReach({ low: timingOf(trial)!.low / move.slowdown }, best),
    );
    for (const one of again) this.#secondLooks.askAgain(one.task, [one.trial]);
    yield { event: 'note', text: moveText(move, again.length) };
  }

  /** On a slow core, too, which is what the reference is to show. */
  async #timeAgain({ task, trial }: TimedConfig, signal: AbortSignal): Promise<Estimate | undefined> {
    for await (const measurement of this.options.measurer.measure(task, [trial.config], { signal })) {
      this.books.watch.add(measurement.spent);
      const isKnown = timingOf(measurement)?.noisy === false || measurement.slowed === true;
      return isKnown ? estimate(measurement.costs) : undefined;
    }
    return undefined;
  }

  #best(trial: number): TuneEventNamed<'best'> {
    return { event: 'best', trial, ...resultOf(this.books.leaderboard.best()!) };
  }

  /** Of what was measured again, what changes what is known. */
  #settled(task: Task, repeated: readonly Trial[]): readonly Trial[] {
    return repeated.filter((one) => this.books.stands(task, one.config, timingOf(one)?.seconds));
  }

  #measure(task: Task, configs: readonly Config[], signal: AbortSignal): AsyncIterable<Trial> {
    const best = this.books.leaderboard.best()?.rankedAt;
    return this.options.measurer.measure(task, configs, defined({ signal, copy: true, best }));
  }
}

import type { Trial } from '../measure/measurement.js';
import type { Phase } from '../log/record/record.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { Allocation } from './allocation.js';
import type { TrialCount } from './budget.js';
import { Disturbances } from './disturbances.js';
import { Leaderboard, provenThroughputOf, type Best } from './leaderboard.js';
import type { KnownTrial } from '../log/record/trials.js';
import { Stopwatch } from './stopwatch.js';
import { shareOf, type Totals } from './run-events.js';

/** Where a trial comes from: measured now, found in the log, or measured by another run at the same time. */
export type Origin = 'run' | 'resumed' | 'shared';

/** All that a run counts, whose trials take part in each of it alike. */
export class Books {
  readonly leaderboard: Leaderboard;
  readonly watch = new Stopwatch();
  readonly #disturbances = new Disturbances();
  readonly #trials: Record<Origin, number> = { run: 0, resumed: 0, shared: 0 };

  /** `flops`: floating-point operations of the workload. */
  constructor(
    private readonly flops: number,
    readonly budget: TrialCount,
    readonly allocation: Allocation<Task>,
  ) {
    this.leaderboard = new Leaderboard(flops);
  }

  /** Trials by where they come from. */
  get trials(): Readonly<Record<Origin, number>> {
    return this.#trials;
  }

  /** Enters a trial everywhere; returns whether it is the best so far. */
  count(task: Task, trial: KnownTrial, origin: Origin): boolean {
    const throughput = provenThroughputOf(trial, this.flops);
    this.#trials[origin]++;
    this.leaderboard.add(task, trial);
    this.allocation.count(task, throughput);
    return this.budget.count(throughput);
  }

  /** Enters what a measurement took. */
  spend(measurement: Trial, look?: 'again'): void {
    this.watch.add(measurement.spent);
    this.#disturbances.count(measurement, look);
  }

  /** Enters a second look at a trial; returns whether the best config, or its time, has changed. */
  lookAgain(task: Task, measurement: Trial): boolean {
    this.spend(measurement, 'again');
    return this.#revise(task, measurement);
  }

  /** Enters what another run measured, in one of its phases. */
  hear(task: Task, phase: Phase, trial: KnownTrial): void {
    if (phase === 'search' && !this.leaderboard.has(task, trial.config)) this.count(task, trial, 'shared');
    else this.#revise(task, trial);
  }

  /** Corrects a config that was counted before, everywhere; returns whether the best has changed. */
  #revise(task: Task, trial: KnownTrial): boolean {
    const of = { task, config: trial.config };
    const [first, best] = [this.leaderboard.standing(of), this.leaderboard.best()];
    this.leaderboard.add(task, trial);
    this.allocation.revise(task, this.#proven(first), this.#proven(this.leaderboard.standing(of)));
    const now = this.leaderboard.best();
    this.budget.revise(this.#proven(now));
    return now !== undefined && now !== best;
  }

  #proven(best: Best | undefined): number {
    return best ? this.flops / best.rankedAt : 0;
  }

  /** Whether a second look that took so many seconds is what stands of a config now. */
  stands(task: Task, config: Config, seconds: number | undefined): boolean {
    const known = this.leaderboard.standing({ task, config });
    return known === undefined || known.seconds === seconds;
  }

  /** What the run came to, in numbers. */
  totals(tasks: readonly Task[]): Totals {
    const { leaderboard, allocation } = this;
    return {
      trials: this.#trials.run,
      resumed: this.#trials.resumed,
      shared: this.#trials.shared,
      failed: leaderboard.failures.total,
      disturbance: this.#disturbances.summary(),
      templates: tasks.map((task) => shareOf(task, allocation.trials(task), leaderboard, allocation.retirement(task))),
      failures: leaderboard.failures.list(),
      first_failure: leaderboard.failures.first() ?? null,
      seconds: this.watch.split(),
    };
  }
}

import { standing, timingOf, type Timed, type Timing } from '../measure/estimate.js';
import { ErrorNo, type Trial } from '../measure/measurement.js';
import type { KnownTrial } from '../log/record/trials.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import { FailureTally } from './failures.js';

/** The best so far: one config of one task with its time. */
export interface Best extends Timing, Pick<Trial, 'config' | 'copied' | 'sourceHash' | 'maxRelError' | 'cold'> {
  readonly task: Task;
  /** Seconds since the epoch, where it is known. */
  readonly timestamp?: number | undefined;
  /** Whether it was taken in finals, beside its rivals. */
  readonly isFinal: boolean;
  /** The extremes of the repeats, seconds. */
  readonly fastest: number;
  readonly slowest: number;
  /** FLOP/s of the estimate. */
  readonly throughput: number;
}

/** FLOP/s of a trial, 0 for a failure. */
export function throughputOf(trial: Timed, flops: number): number {
  const timing = timingOf(trial);
  return timing ? flops / timing.seconds : 0;
}

/** FLOP/s that a trial has surely reached, by which it is ranked; 0 for a failure. */
export function provenThroughputOf(trial: Timed, flops: number): number {
  const timing = timingOf(trial);
  return timing ? flops / timing.rankedAt : 0;
}

/**
 * What every config of the run's tasks has come to. The latest measurement of a config replaces earlier ones, by the
 * same rule as in a log (`standing`): a noisy time replaces none that is better founded, and no verdict replaces none.
 */
export class Leaderboard {
  readonly #standing = new Map<Task, Map<number, Best | undefined>>();
  readonly #superseded = new Map<Task, Best>();
  readonly failures = new FailureTally();

  /** `flops`: floating-point operations of the workload. */
  constructor(private readonly flops: number) {}

  add(task: Task, trial: KnownTrial): void {
    const configs = this.#standing.get(task) ?? new Map<number, Best | undefined>();
    this.#standing.set(task, configs);
    const before = configs.get(trial.config.index);
    const latest = this.#toBest(task, trial);
    const isJudged = trial.error !== ErrorNo.unknown;
    if (isJudged || !before) configs.set(trial.config.index, before && latest ? standing(before, latest) : latest);
    if (latest?.isFinal === true) this.#dropCopies(configs, latest);
    if (trial.superseded === true) this.#noteSuperseded(task, trial);
    if (trial.error !== ErrorNo.none) this.failures.add(trial.error, trial.message);
  }

  /** Configs that were measured. */
  get size(): number {
    return [...this.#standing.values()].reduce((sum, configs) => sum + configs.size, 0);
  }

  /**
   * Configs that work, best first, of which the low end of the interval is up to `within` (0.08: 8 %) above the best
   * time; of those of the same code only the one that was measured.
   */
  contenders(within = Infinity): readonly Best[] {
    const working = [...this.#standing.values()]
      .flatMap((configs) => [...configs.values()])
      .filter((b) => b !== undefined);
    working.sort((a, b) => a.rankedAt - b.rankedAt);
    const least = working.at(0)?.rankedAt ?? Infinity;
    const measured = new Set(working.flatMap(({ copied, sourceHash }) => (copied ? [] : [sourceHash])));
    return working.filter(
      ({ low, copied, sourceHash }) => low <= (1 + within) * least && !(copied && measured.has(sourceHash)),
    );
  }

  /** What stands of a config; undefined if it failed or was never measured. */
  standing({ task, config }: { readonly task: Task; readonly config: Config }): Best | undefined {
    return this.#standing.get(task)?.get(config.index);
  }

  /** Whether a config was tried. */
  has(task: Task, { index }: Config): boolean {
    return this.#standing.get(task)?.has(index) === true;
  }

  /** Of each task the fastest of what finals among others have superseded. */
  get superseded(): readonly Best[] {
    return [...this.#superseded.values()].toSorted((a, b) => a.rankedAt - b.rankedAt);
  }

  /** The fastest config. */
  best(): Best | undefined {
    return fastestOf([...this.#standing.values()].flatMap((configs) => [...configs.values()]));
  }

  /**
   * What a template came to: the fastest of the finals of its task, since times of a search are partly luck; without
   * finals the fastest that stands, or else of what finals have superseded, as the run that held them reported it.
   */
  reached(task: Task): Best | undefined {
    const standing = [...(this.#standing.get(task)?.values() ?? [])];
    const finals = standing.filter((one) => one?.isFinal === true);
    return fastestOf(finals) ?? fastestOf(standing) ?? this.#superseded.get(task);
  }

  /** The time of finals is that of all configs of the code. */
  #dropCopies(configs: Map<number, Best | undefined>, { sourceHash }: Best): void {
    for (const [index, one] of configs)
      if (one?.copied === true && !one.isFinal && one.sourceHash === sourceHash) configs.set(index, undefined);
  }

  #noteSuperseded(task: Task, trial: KnownTrial): void {
    const seen = this.#toBest(task, { ...trial, superseded: false });
    const before = this.#superseded.get(task);
    if (seen && (!before || seen.rankedAt < before.rankedAt)) this.#superseded.set(task, seen);
  }

  #toBest(task: Task, trial: KnownTrial): Best | undefined {
    const { config, costs, maxRelError, cold, superseded, isFinal = false, copied = false } = trial;
    const { sourceHash, timestamp } = trial;
    const timing = timingOf(trial);
    if (!timing || superseded === true) return undefined;
    const [fastest, slowest] = [Math.min(...costs), Math.max(...costs)];
    const throughput = this.flops / timing.seconds;
    const known = { task, config, timestamp, isFinal, copied, sourceHash, maxRelError, cold };
    return { ...known, ...timing, fastest, slowest, throughput };
  }
}

function fastestOf(bests: readonly (Best | undefined)[]): Best | undefined {
  let fastest: Best | undefined;
  for (const one of bests) if (one && (!fastest || one.rankedAt < fastest.rankedAt)) fastest = one;
  return fastest;
}

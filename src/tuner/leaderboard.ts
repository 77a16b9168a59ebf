import { standing, timingOf } from '../measure/estimate.js';
import { ErrorNo } from '../measure/measurement.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { Best } from './events.js';
import { FailureTally } from './failures.js';

/** How a trial ended, whether measured now or read from a log. */
export interface Outcome {
  readonly config: Config;
  readonly costs: readonly number[];
  readonly error: ErrorNo;
  /** What whoever measured it said of its times (measure/estimate.ts). */
  readonly noisy?: boolean | undefined;
  /** Whether it was measured in finals, beside its rivals. */
  readonly isFinal?: boolean;
  readonly message?: string;
  /** Whether its times are those of an earlier trial with the same code, and the hash of that code's source. */
  readonly copied?: boolean | undefined;
  readonly sourceHash?: string | undefined;
  /** Largest error against the reference, relative to max(|want|, rms(want)), where it is known. */
  readonly maxRelError?: number | undefined;
  /** A time from before the last finals, which these have superseded: known, but no contender any more. */
  readonly superseded?: boolean;
  /** Of one that a log holds: when it was tried there, and a name of the batch that it was tried in. */
  readonly tried?: { readonly line: number; readonly batch: string };
}

/** FLOP/s of an outcome, 0 for a failure. */
export function throughputOf(outcome: Outcome, flops: number): number {
  const timing = timingOf(outcome);
  return timing ? flops / timing.seconds : 0;
}

/** FLOP/s that an outcome has surely reached, by which it is ranked; 0 for a failure. */
export function provenThroughputOf(outcome: Outcome, flops: number): number {
  const timing = timingOf(outcome);
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

  add(task: Task, outcome: Outcome): void {
    const configs = this.#standing.get(task) ?? new Map<number, Best | undefined>();
    this.#standing.set(task, configs);
    const before = configs.get(outcome.config.index);
    const latest = this.#toBest(task, outcome);
    const isJudged = outcome.error !== ErrorNo.unknown;
    if (isJudged || !before) configs.set(outcome.config.index, before && latest ? standing(before, latest) : latest);
    if (latest?.isFinal === true) this.#dropCopies(configs, latest);
    if (outcome.superseded === true) this.#noteSuperseded(task, outcome);
    if (outcome.error !== ErrorNo.none) this.failures.add(outcome.error, outcome.message);
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

  /** The fastest config; of one task, if that is asked for. */
  best(of?: Task): Best | undefined {
    let best: Best | undefined;
    for (const [task, configs] of this.#standing) {
      if (of !== undefined && task !== of) continue;
      for (const candidate of configs.values()) {
        if (candidate && (!best || candidate.rankedAt < best.rankedAt)) best = candidate;
      }
    }
    return best;
  }

  /**
   * The fastest that stands of a task, or else of what finals have superseded: what its template came to, as the run
   * that held the finals told it.
   */
  reached(task: Task): Best | undefined {
    return this.best(task) ?? this.#superseded.get(task);
  }

  /** The time of finals is that of all configs of the code. */
  #dropCopies(configs: Map<number, Best | undefined>, { sourceHash }: Best): void {
    for (const [index, one] of configs)
      if (one?.copied === true && !one.isFinal && one.sourceHash === sourceHash) configs.set(index, undefined);
  }

  #noteSuperseded(task: Task, outcome: Outcome): void {
    const seen = this.#toBest(task, { ...outcome, superseded: false });
    const before = this.#superseded.get(task);
    if (seen && (!before || seen.rankedAt < before.rankedAt)) this.#superseded.set(task, seen);
  }

  #toBest(task: Task, outcome: Outcome): Best | undefined {
    const { config, costs, maxRelError, superseded, isFinal = false, copied = false, sourceHash } = outcome;
    const timing = timingOf(outcome);
    if (!timing || superseded === true) return undefined;
    const [fastest, slowest] = [Math.min(...costs), Math.max(...costs)];
    const throughput = this.flops / timing.seconds;
    return { task, config, ...timing, isFinal, copied, sourceHash, fastest, slowest, throughput, maxRelError };
  }
}

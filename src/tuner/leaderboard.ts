import { mean } from 'simple-statistics';
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
  readonly message?: string;
  /** Largest error against the reference, relative to max(|want|, rms(want)), where it is known. */
  readonly maxRelError?: number | undefined;
  /** A time from before the last finals, which these have superseded: known, but no contender any more. */
  readonly superseded?: boolean;
}

/** FLOP/s of an outcome, 0 for a failure. */
export function throughputOf(outcome: Outcome, flops: number): number {
  return outcome.error === ErrorNo.none ? flops / mean([...outcome.costs]) : 0;
}

/** What every config of the run's tasks has come to. The latest measurement of a config replaces earlier ones. */
export class Leaderboard {
  readonly #standing = new Map<Task, Map<number, Best | undefined>>();
  readonly failures = new FailureTally();

  /** `flops`: floating-point operations of the workload. */
  constructor(private readonly flops: number) {}

  add(task: Task, outcome: Outcome): void {
    const configs = this.#standing.get(task) ?? new Map<number, Best | undefined>();
    this.#standing.set(task, configs);
    configs.set(outcome.config.index, this.#toBest(task, outcome));
    if (outcome.error !== ErrorNo.none) this.failures.add(outcome.error, outcome.message);
  }

  /**
   * Configs that work, fastest first, of which one repeat at least was up to `within` (0.08: 8 %) slower than the
   * fastest.
   */
  contenders(within = Infinity): readonly Best[] {
    const working = [...this.#standing.values()]
      .flatMap((configs) => [...configs.values()])
      .filter((b) => b !== undefined);
    working.sort((a, b) => a.seconds - b.seconds);
    const least = working.at(0)?.seconds ?? Infinity;
    return working.filter((b) => b.fastest <= (1 + within) * least);
  }

  /** A config's latest time; undefined if it failed or was never measured. */
  standing({ task, config }: { readonly task: Task; readonly config: Config }): Best | undefined {
    return this.#standing.get(task)?.get(config.index);
  }

  /** The fastest config; of one task, if that is asked for. */
  best(of?: Task): Best | undefined {
    let best: Best | undefined;
    for (const [task, configs] of this.#standing) {
      if (of !== undefined && task !== of) continue;
      for (const candidate of configs.values()) {
        if (candidate && (!best || candidate.seconds < best.seconds)) best = candidate;
      }
    }
    return best;
  }

  #toBest(task: Task, { config, costs, error, maxRelError, superseded }: Outcome): Best | undefined {
    if (error !== ErrorNo.none || superseded === true) return undefined;
    const seconds = mean([...costs]);
    const [fastest, slowest] = [Math.min(...costs), Math.max(...costs)];
    return { task, config, seconds, fastest, slowest, throughput: this.flops / seconds, maxRelError };
  }
}

/** The outcomes of the candidates of a dry run, one by one and in all. */
import type { ErrorNo } from '../measure/measurement.js';
import type { Resources } from '../measure/resources.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import { FailureTally, type Failures } from './failures.js';

export interface DrawnConfig {
  readonly task: Task;
  readonly config: Config;
}

/** One candidate that was built. */
interface BuiltConfig extends DrawnConfig {
  /** The most that any launch of the kernel needs, where the compiler reports it. */
  readonly resources?: Resources;
}

/** One that failed: the class, and why. */
export interface FailedConfig extends DrawnConfig {
  readonly error: ErrorNo;
  readonly message: string;
}

export type Outcome = BuiltConfig | FailedConfig;

/** What some candidates came to. */
export interface Tallied {
  readonly built: number;
  readonly failures: Failures[];
  /** The first message of a compiler, or else the first of all. */
  readonly firstFailure: string | undefined;
  /** Of the candidates that were built, where the compiler reports them. */
  readonly resources: readonly Resources[];
}

/** Counts what became of candidates. */
export class OutcomeTally {
  readonly #failures = new FailureTally();
  readonly #resources: Resources[] = [];
  #built = 0;

  /** Of candidates, built or failed. */
  get count(): number {
    return this.#built + this.#failures.total;
  }

  add(outcome: Outcome): void {
    if ('error' in outcome) {
      this.#failures.add(outcome.error, outcome.message);
      return;
    }
    this.#built++;
    if (outcome.resources) this.#resources.push(outcome.resources);
  }

  result(): Tallied {
    return {
      built: this.#built,
      failures: this.#failures.list(),
      firstFailure: this.#failures.first(),
      resources: this.#resources,
    };
  }
}

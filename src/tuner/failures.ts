import type { z } from 'zod';
import type { failures } from '../log/json-keys.js';
import { failureClasses } from '../measure/failure-classes.js';
import { ErrorNo } from '../measure/measurement.js';

/** Trials of one class of failure, with the first message. */
export type Failures = Omit<z.output<typeof failures>[number], 'error'> & { readonly error: ErrorNo };

/** Counts failures by class and keeps the first message of each. */
export class FailureTally {
  readonly #classes = new Map<ErrorNo, { count: number; message: string }>();

  add(error: ErrorNo, message = 'no message'): void {
    const seen = this.#classes.get(error);
    if (seen) seen.count++;
    else this.#classes.set(error, { count: 1, message });
  }

  get total(): number {
    return this.list().reduce((sum, { count }) => sum + count, 0);
  }

  /** The commonest class first. */
  list(): Failures[] {
    const classes = [...this.#classes].map(([error, tally]) => ({ error, class: failureClasses[error], ...tally }));
    return classes.sort((a, b) => b.count - a.count);
  }

  /**
   * The first message of a compiler or a run, or else the first of all: what a person needs to see when nothing works.
   */
  first(): string | undefined {
    const real = [...this.#classes].find(([error]) => error !== ErrorNo.instantiation);
    return (real?.[1] ?? this.#classes.get(ErrorNo.instantiation))?.message;
  }
}

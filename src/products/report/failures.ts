import type { z } from 'zod';
import { failures } from '../../log/json-keys.js';
import { failureClasses } from '../../measure/failure-classes.js';
import { grouped } from '../../target/grouped.js';
import type { TuneRecord } from '../../log/record/record.js';

/** Trials of one of AutoTVM's classes of failure. */
export type FailureClass = z.output<typeof failures>[number];

/** Failed trials by class, the commonest first. */
export function failuresOf(records: readonly TuneRecord[]): FailureClass[] {
  const failed = records.filter(({ error }) => error !== 0);
  return [...grouped(failed, ({ error }) => error)]
    .map(([error, ofClass]) => ({
      error,
      class: failureClasses[error],
      count: ofClass.length,
      message: ofClass.find(({ tune }) => tune?.message !== undefined)?.tune?.message ?? '',
    }))
    .sort((a, b) => b.count - a.count);
}

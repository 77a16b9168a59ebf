import { trialKey } from './key.js';
import type { TuneRecord } from './record.js';

/** A record, and of what log and line, if it was read from one. */
export type FromLog = TuneRecord & { readonly log?: string; readonly line?: number };

/**
 * The trials of each log, or of each that a merged one was made of; one of several of these is in all of them. Logs do
 * not supersede each other: none knows what stands in another, and nobody names them in the order in which they were
 * written. A merged log is so many logs as it was made of, so that merging changes nothing of what stands (`merge.ts`).
 * A line that a log holds twice is one trial.
 */
export function byJournal<R extends FromLog>(records: readonly R[]): readonly (readonly R[])[] {
  const journals = new Map<string, Map<string, R>>();
  for (const record of records) {
    const trial = trialKey(record);
    for (const name of record.journals ?? [`log ${record.log ?? ''}`]) {
      const trials = journals.get(name) ?? new Map<string, R>();
      journals.set(name, trials);
      if (!trials.has(trial)) trials.set(trial, record);
    }
  }
  return [...journals.values()].map((trials) => [...trials.values()]);
}

import { grouped } from '../../target/grouped.js';
import { byJournal, type FromLog } from './by-journal.js';
import { machineKey } from './key.js';
import type { TuneRecord } from './record.js';
import { standingIn } from './standing-in.js';

export type { FromLog } from './by-journal.js';

/** A record, and whether it is superseded. */
export type WithStanding<R extends TuneRecord = TuneRecord> = R & { readonly superseded: boolean };

/**
 * The records that stand, in their order; the others are superseded. What supersedes what is a matter of each workload,
 * target and machine (`machineKey`) of each log (`by-journal.ts`), by the rules of `standing-in.ts`. Without this, the
 * best of a log would be the luckiest of many looks, and not what the run that wrote it found to be fastest.
 */
export function effectiveRecords<R extends FromLog>(records: readonly R[]): R[] {
  const standing = new Set<R>();
  for (const group of grouped(records, machineKey).values())
    for (const ofJournal of byJournal(group)) for (const record of standingIn(ofJournal)) standing.add(record);
  return records.filter((record) => standing.has(record));
}

/** The records, in their order, each with whether it is superseded: whether it is none of those that stand. */
export function withStanding<R extends FromLog>(
  records: readonly R[],
  standing: ReadonlySet<R> = new Set(effectiveRecords(records)),
): WithStanding<R>[] {
  return records.map((record) => ({ ...record, superseded: !standing.has(record) }));
}

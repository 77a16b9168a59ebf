import { configKey, grouped, machineKey } from './key.js';
import type { TuneRecord } from './record.js';

/** A record, and of what log, if it was read from one. */
export type FromLog = TuneRecord & { readonly log?: string };

/**
 * The records that stand, in their order; the others are superseded. For each workload, target and machine of each log:
 *
 * - Of a config that was measured again, only the last record stands, whether slower, faster or a failure.
 * - The last finals supersede every trial before them: they were chosen among all of these, and the times of a search
 *   are partly luck where those of finals are not. What was tried after them competes with them.
 *
 * Without this, the best of a log would be the luckiest of many looks, and not what the run that wrote it found to be
 * fastest. Logs do not supersede each other: none knows what stands in another, and nobody names them in the order in
 * which they were written.
 */
export function effectiveRecords<R extends FromLog>(records: readonly R[]): R[] {
  const standing = new Set<R>();
  for (const group of grouped(records, machineKey).values())
    for (const ofLog of grouped(group, ({ log }) => log).values())
      for (const record of standingOf(ofLog)) standing.add(record);
  return records.filter((record) => standing.has(record));
}

/** Of one workload, target, machine and log. */
function standingOf<R extends TuneRecord>(records: readonly R[]): R[] {
  const trials = records.map((record) => ({ record, key: configKey(record) }));
  const last = new Set(new Map(trials.map((trial) => [trial.key, trial])).values());
  return trials
    .slice(startOfLastFinals(trials, last))
    .filter((trial) => last.has(trial))
    .map(({ record }) => record);
}

interface Keyed {
  readonly record: TuneRecord;
  readonly key: string;
}

/** Where the last finals of which a time still stands begin, with their heat; 0 without any. */
function startOfLastFinals(trials: readonly Keyed[], last: ReadonlySet<Keyed>): number {
  const seen = new Set<string>();
  let finals = 0;
  let start: number | undefined;
  let run: string | undefined;
  for (const [i, trial] of trials.entries()) {
    const goesOn = trial.record.tune?.run === run;
    start = isOfFinals(trial.record, seen.has(trial.key)) ? ((goesOn ? start : undefined) ?? i) : undefined;
    run = trial.record.tune?.run;
    if (start !== undefined && trial.record.error === 0 && last.has(trial)) finals = start;
    seen.add(trial.key);
  }
  return finals;
}

/**
 * Whether a trial was measured in finals or in the heat before them. Logs of early versions, and those of others, do
 * not say: there it is every trial of a config that was seen before, since a search never tries a config twice.
 */
function isOfFinals({ tune }: TuneRecord, wasSeen: boolean): boolean {
  return tune?.phase === undefined ? wasSeen : tune.phase !== 'search';
}

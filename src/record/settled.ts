import { configKey, grouped, machineKey } from './key.js';
import type { TuneRecord } from './record.js';

/** A record, and of what log, if it was read from one. */
export type FromLog = TuneRecord & { readonly log?: string };

/**
 * The records that stand, in their order; the others are overruled. For each workload, target and machine of each log:
 *
 * - Of a config that was measured again, only the last record stands, whether slower, faster or a failure. (A search never tries a
 *   config twice, so a config that appears again was measured in finals.)
 * - The last finals overrule every trial before them: they were chosen among all of these, and the times of a search are partly luck
 *   where those of finals are not. What was tried after them competes with them.
 *
 * Without this, the best of a log would be the luckiest of many looks, and not what the run that wrote it found to be fastest. Logs do
 * not overrule each other: none knows what stands in another, and nobody names them in the order in which they were written.
 */
export function settled<R extends FromLog>(records: readonly R[]): R[] {
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

/** Where the last finals begin (several configs in a row that were seen before, with a time that still stands); 0 without any. */
function startOfLastFinals(trials: readonly Keyed[], last: ReadonlySet<Keyed>): number {
  const seen = new Set<string>();
  let finals = 0;
  let start: number | undefined;
  for (const [i, trial] of trials.entries()) {
    start = seen.has(trial.key) ? (start ?? i) : undefined;
    if (start !== undefined && trial.record.error === 0 && last.has(trial)) finals = start;
    seen.add(trial.key);
  }
  return finals;
}

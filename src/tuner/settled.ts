import { grouped, taskKey, workloadKey } from '../record/key.js';
import type { TuneRecord } from '../record/record.js';

/**
 * The records of one log that stand, in their order; the others are overruled. For each workload, target and machine:
 *
 * - Of a config that was measured again, only the last record stands, whether slower, faster or a failure. (A search never tries a
 *   config twice, so a config that appears again was measured in finals.)
 * - The last finals overrule every trial before them: they were chosen among all of these, and the times of a search are partly luck
 *   where those of finals are not. What was tried after them competes with them.
 *
 * Without this, the best of a log would be the luckiest of many looks, and not what the run that wrote it found to be fastest.
 */
export function settled<R extends TuneRecord>(records: readonly R[]): R[] {
  const standing = new Set<R>();
  for (const group of grouped(records, machineKey).values()) {
    const last = new Set(new Map(group.map((record) => [configKey(record), record])).values());
    for (const record of group.slice(startOfLastFinals(group, last))) if (last.has(record)) standing.add(record);
  }
  return records.filter((record) => standing.has(record));
}

/** A text that records share exactly when they are of one config: template, workload, target, and every knob. */
export function configKey(record: TuneRecord): string {
  return JSON.stringify([taskKey(record), record.entity]);
}

function machineKey(record: TuneRecord): string {
  return JSON.stringify([workloadKey(record), record.tune?.fingerprint]);
}

/** Where the last finals begin (several configs in a row that were seen before, with a time that still stands); 0 without any. */
function startOfLastFinals<R extends TuneRecord>(records: readonly R[], last: ReadonlySet<R>): number {
  const seen = new Set<string>();
  let finals = 0;
  let start: number | undefined;
  records.forEach((record, i) => {
    const key = configKey(record);
    start = seen.has(key) ? (start ?? i) : undefined;
    if (start !== undefined && record.error === 0 && last.has(record)) finals = start;
    seen.add(key);
  });
  return finals;
}

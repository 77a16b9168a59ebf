import { configKey } from './key.js';
import type { TuneRecord } from './record.js';

/** What it took to tune a workload, as its records show. */
export interface Effort {
  /** Configs that were tried. */
  readonly trials: number;
  readonly seconds: number;
}

/** Longer than this between two trials, and there was a break between two runs. */
const BREAK_SECONDS = 60;

/** Trials and wall-clock seconds of the records of one workload. */
export function effortOf(records: readonly TuneRecord[]): Effort {
  const inTime = records.toSorted((a, b) => a.timestamp - b.timestamp);
  return { trials: new Set(records.map(configKey)).size, seconds: workClock(inTime).at(-1) ?? 0 };
}

/**
 * Wall-clock seconds of work up to the end of each record, by their timestamps, of records in the order of time: what
 * lies between one trial and the next, choosing and compiling included; where that is a break, and for the first, only
 * the trial's own cost.
 */
export function workClock(records: readonly Pick<TuneRecord, 'timestamp' | 'allCost'>[]): number[] {
  let seconds = 0;
  return records.map(({ timestamp, allCost }, i) => {
    const since = timestamp - (records[i - 1]?.timestamp ?? -Infinity);
    return (seconds += since <= BREAK_SECONDS ? Math.max(0, since) : allCost);
  });
}

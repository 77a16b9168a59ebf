import type { TuneRecord } from '../record/record.js';
import { configKey } from '../record/key.js';

/** What it took to tune a workload, as its records tell. */
export interface Effort {
  /** Configs that were tried. */
  readonly trials: number;
  readonly seconds: number;
}

/** Longer than this between two trials, and there was a break between two runs. */
const BREAK_SECONDS = 60;

/**
 * Trials and wall-clock seconds of the records of one workload, from their timestamps: what lies between one trial and
 * the next, choosing and compiling included; where that is a break, and for the first, only the trial's own cost.
 */
export function effortOf(records: readonly TuneRecord[]): Effort {
  const inTime = records.toSorted((a, b) => a.timestamp - b.timestamp);
  const seconds = inTime.reduce((sum, { timestamp, allCost }, i) => {
    const since = timestamp - (inTime[i - 1]?.timestamp ?? -Infinity);
    return sum + (since <= BREAK_SECONDS ? since : allCost);
  }, 0);
  return { trials: new Set(records.map(configKey)).size, seconds };
}

import { grouped } from '../../target/grouped.js';
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

/** What the records of one workload took, where `work` is that of the logs that hold them. */
export function effortOf(records: readonly TuneRecord[], work: WorkSeconds): Effort {
  const seconds = records.reduce((sum, record) => sum + work.get(record)!, 0);
  return { trials: new Set(records.map(configKey)).size, seconds };
}

/** Wall-clock seconds of work of each record. */
export type WorkSeconds = ReadonlyMap<object, number>;

type Clocked = Pick<TuneRecord, 'timestamp' | 'allCost' | 'tune'> & { readonly log?: string };

/**
 * Seconds of work of each record of whole logs, by their timestamps: what lies between one trial of a log on a machine
 * and the next, choosing and compiling included; where that is a break, and for the first, only the trial's own cost.
 * Workloads that take turns share the time of their run, and none counts another's.
 */
export function workSeconds(records: readonly Clocked[]): WorkSeconds {
  const runs = grouped(records, ({ log, tune }) => JSON.stringify([log, tune?.fingerprint]));
  return new Map([...runs.values()].flatMap(workInTurn));
}

function workInTurn(records: readonly Clocked[]): [object, number][] {
  const inTime = records.toSorted((a, b) => a.timestamp - b.timestamp);
  return inTime.map((record, i) => {
    const since = record.timestamp - (inTime[i - 1]?.timestamp ?? -Infinity);
    return [record, since <= BREAK_SECONDS ? since : record.allCost];
  });
}

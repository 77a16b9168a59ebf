import { median, quantile } from 'simple-statistics';
import { ErrorNo } from '../measure/measurement.js';
import { meanCost } from '../record/best.js';
import type { LoggedRecord } from '../record/log.js';
import { TuneError, MissingError } from '../target/errors.js';
import { fingerprint } from '../target/fingerprint.js';
import type { FinalsMeasurer } from './finals.js';
import { revive } from './revive.js';

/** A record that takes more than this many times its logged time, on the same machine, no longer reproduces. */
export const SLOWER = 1.25;

export interface Replayed {
  readonly record: LoggedRecord;
  /** Mean seconds of the record. */
  readonly loggedSeconds: number;
  /** Names of the workload's own; those of the record where it cannot be rebuilt. */
  readonly operator: string | null;
  readonly workload: string | null;
  /** Seconds a call here, now; undefined when it failed. */
  readonly times?: { readonly median: number; readonly min: number; readonly p90: number };
  readonly flops?: number;
  readonly maxRelError?: number;
  readonly correct: boolean;
  /** Why it does not reproduce. */
  readonly problem?: string;
}

/** Builds a record's kernel again from the record alone, checks it and times it here. Throws MissingError without a compiler. */
export async function replay(record: LoggedRecord, measurer: FinalsMeasurer, signal: AbortSignal): Promise<Replayed> {
  const { tune } = record;
  const loggedSeconds = meanCost(record)!;
  const named = { record, loggedSeconds, operator: tune?.operator ?? null, workload: tune?.workload ?? null };
  try {
    const { operator, task, config } = revive(record);
    const known = {
      ...named,
      operator: operator.name,
      workload: task.workload.name,
      flops: operator.flops(task.workload),
    };
    const [measurement] = await measurer.remeasure([{ task, config }], { signal });
    const { error, message = 'no message', costs, maxRelError } = measurement;
    const checked = { ...known, ...(maxRelError !== undefined && { maxRelError }) };
    if (error !== ErrorNo.none) return { ...checked, correct: false, problem: message };
    const times = { median: median([...costs]), min: Math.min(...costs), p90: quantile([...costs], 0.9) };
    return { ...checked, times, correct: true, ...slower(record, loggedSeconds, times.median) };
  } catch (error) {
    if (!(error instanceof TuneError) || error instanceof MissingError) throw error;
    return { ...named, correct: false, problem: error.message };
  }
}

/** Times compare on one and the same machine only. */
function slower({ tune }: LoggedRecord, logged: number, now: number): { problem?: string } {
  if (tune?.fingerprint !== fingerprint() || now <= SLOWER * logged) return {};
  return { problem: `it takes ${(now / logged).toFixed(2)} times its logged time` };
}

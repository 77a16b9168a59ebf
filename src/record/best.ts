import { mean } from 'simple-statistics';
import { grouped, workloadKey } from './key.js';
import type { TuneRecord } from './record.js';

/** The best record of one workload on one target. */
export interface Best<R extends TuneRecord = TuneRecord> {
  readonly record: R;
  /** Mean seconds a call. */
  readonly seconds: number;
  /** Records of the workload on the target, failures included, and how many of these failed. */
  readonly trials: number;
  readonly failed: number;
}

/** Mean seconds a call; undefined after an error. */
export function meanCost({ costs, error }: Pick<TuneRecord, 'costs' | 'error'>): number | undefined {
  return error === 0 ? mean([...costs]) : undefined;
}

/**
 * For every workload and target the record with the smallest mean cost, of all templates, in the order in which they first
 * appear. Of equally fast ones the first counts; where all failed there is none.
 */
export function best<R extends TuneRecord>(records: readonly R[]): Best<R>[] {
  return [...grouped(records, workloadKey).values()].flatMap((group) => bestOf(group) ?? []);
}

function bestOf<R extends TuneRecord>(group: readonly R[]): Best<R> | undefined {
  let best: { record: R; seconds: number } | undefined;
  let failed = 0;
  for (const record of group) {
    const seconds = meanCost(record);
    if (seconds === undefined) failed++;
    else if (!best || seconds < best.seconds) best = { record, seconds };
  }
  return best && { ...best, trials: group.length, failed };
}

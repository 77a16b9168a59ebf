import { mean } from 'simple-statistics';
import type { Timing } from '../../measure/estimate.js';
import { configKey, workloadKey } from './key.js';
import { grouped } from '../../target/grouped.js';
import type { TuneRecord } from './record.js';
import { effectiveRecords, type FromLog } from './effective-records.js';
import { timeOf } from './time.js';

/** A record that works, and what is believed of its time. */
export interface Timed<R extends Outcome = TuneRecord> extends Timing {
  readonly record: R;
}

/** The best record of one workload on one target and machine. */
export interface Best<R extends TuneRecord = TuneRecord> extends Timed<R> {
  /** Configs of the workload that were tried on that machine, failures included. */
  readonly trials: number;
}

/** Everything that some logs hold of one workload on one target and machine. */
export interface Comparison<R extends TuneRecord = TuneRecord> {
  /** `workloadKey` of them all. */
  readonly workload: string;
  /** All of it, in order. */
  readonly records: readonly R[];
  /** What stands and works, best first. */
  readonly ranked: readonly Timed<R>[];
}

type Outcome = Pick<TuneRecord, 'costs' | 'error' | 'tune'>;

/** Mean seconds a call, by which those who measured whole spaces rank their configs; undefined after an error. */
export function meanCost({ costs, error }: Pick<TuneRecord, 'costs' | 'error'>): number | undefined {
  return error === 0 ? mean([...costs]) : undefined;
}

/**
 * The best record of every workload, target and machine, of all templates, workloads in the order in which they first
 * appear, and so the machines of each; none where all failed. This is the one rule for what is best:
 *
 * - Machines never mix: times of two machines do not compare, and records that name no machine are of one that nobody
 *   knows.
 * - Of a config the last record of its log stands that is not noisy, and finals overrule what they were chosen among
 *   (`effective-records.ts`).
 * - Of what stands and did not fail, the smallest time wins, and of equally fast records the first. A noisy one takes
 *   part with the high end of its interval (`measure/estimate.ts`).
 */
export function selectBest<R extends FromLog>(records: readonly R[]): Best<R>[] {
  return comparisons(records).flatMap(({ records: all, ranked }) => {
    const best = ranked.at(0);
    return best ? [{ ...best, trials: new Set(all.map(configKey)).size }] : [];
  });
}

/** The records by workload and target, and of each by machine, ranked by the rule of `selectBest`. */
export function comparisons<R extends FromLog>(records: readonly R[]): Comparison<R>[] {
  const standing = new Set(effectiveRecords(records));
  return [...grouped(records, workloadKey)].flatMap(([workload, ofWorkload]) =>
    [...grouped(ofWorkload, ({ tune }) => tune?.fingerprint).values()].map((ofMachine) => ({
      workload,
      records: ofMachine,
      ranked: rank(ofMachine.filter((record) => standing.has(record))),
    })),
  );
}

/** Those that work, the fastest first; of equally fast ones the first. */
export function rank<R extends Outcome>(records: readonly R[]): Timed<R>[] {
  const timed = records.flatMap((record) => {
    const timing = timeOf(record);
    return timing === undefined ? [] : [{ record, ...timing }];
  });
  return timed.sort((a, b) => a.rankedAt - b.rankedAt);
}

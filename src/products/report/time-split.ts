import type { TuneRecord } from '../../log/record/record.js';

/** Seconds by what they were spent on, summed over records, of which several compile at once. */
export interface TimeSplit {
  readonly compile: number;
  readonly check: number;
  readonly run: number;
  /** Choosing what to try; null where the log does not tell, as those of early versions. */
  readonly search: number | null;
  /** Of records that tell only what the whole trial took. */
  readonly undivided: number;
}

export function timeSplitOf(records: readonly TuneRecord[]): TimeSplit {
  const split = { compile: 0, check: 0, run: 0, search: null as number | null, undivided: 0 };
  for (const { allCost, tune } of records) {
    if (tune?.spent) {
      split.compile += tune.spent.compile;
      split.check += tune.spent.check;
      split.run += tune.spent.run;
    } else split.undivided += allCost;
    if (tune?.proposal) split.search = (split.search ?? 0) + tune.proposal.seconds;
  }
  return split;
}

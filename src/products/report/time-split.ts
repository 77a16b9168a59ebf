import { z } from 'zod';
import { seconds } from '../../log/json-keys.js';
import type { TuneRecord } from '../../log/record/record.js';

export const timeSplitSchema = z
  .object({
    compile: seconds,
    check: seconds,
    run: seconds,
    search: seconds.nullable().describe('null where it is not recorded, as in logs of early versions'),
    undivided: seconds.describe('of records that hold only what the whole trial took'),
  })
  .describe('summed over records, of which several compile at once');

/** Seconds by what they were spent on. */
type TimeSplit = z.output<typeof timeSplitSchema>;

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

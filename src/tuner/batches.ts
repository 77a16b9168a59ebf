/** How many trials there are between two fits of the model, unless `--batch-size` says it. */
import type { Space } from '../space/space.js';

/** The first batch has so many trials for every knob that has a choice, within limits. */
const TRIALS_A_KNOB = 3;
const LEAST_FIRST = 8;
const MOST_FIRST = 16;
/** The first batch of a search that is told of others: what it needs to tell whether they are right. */
const FIRST_TOLD = { siblings: 4, history: 8 };

/** The smallest batch, and the share of the trials so far that a batch may be. */
const LEAST = 4;
const SHARE = 1 / 8;

/** Trials before the first fit: they have to tell something of every knob. */
export function firstBatchIn({ knobs }: Space): number {
  const varied = knobs.filter(({ values }) => values.length > 1).length;
  return Math.min(MOST_FIRST, Math.max(LEAST_FIRST, TRIALS_A_KNOB * varied));
}

/** Few at first, when every trial teaches much, and then a share of those that the model knows. */
export function batchAfter(trials: number): number {
  return Math.max(LEAST, Math.floor(SHARE * trials));
}

/**
 * Trials of the next batch of a search that has a template to itself, unless its settings say it. `toldOf`: what it
 * hears of before its first trial, if anything.
 */
export function batchIn(
  space: Space,
  trials: number,
  { batchSize, firstBatch }: { readonly batchSize?: number | undefined; readonly firstBatch?: number | undefined },
  toldOf: keyof typeof FIRST_TOLD | undefined,
): number {
  if (trials > 0) return batchSize ?? batchAfter(trials);
  return firstBatch ?? (toldOf === undefined ? firstBatchIn(space) : FIRST_TOLD[toldOf]);
}

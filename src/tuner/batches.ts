/** How many trials there are between two fits of the model, unless `--batch-size` says it. */
import type { Space } from '../space/space.js';

/** The first batch has so many trials for every knob that has a choice, within limits. */
const TRIALS_A_KNOB = 3;
const LEAST_FIRST = 8;
const MOST_FIRST = 16;

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
 * Trials of the next batch of a search that has a template to itself, unless its settings say it. One that is told of
 * siblings, or of history, needs no more at first than tell whether they are right.
 */
export function batchIn(
  space: Space,
  trials: number,
  { batchSize, firstBatch }: { readonly batchSize?: number | undefined; readonly firstBatch?: number | undefined },
  isTold: boolean,
): number {
  if (trials > 0) return batchSize ?? batchAfter(trials);
  return firstBatch ?? (isTold ? LEAST_FIRST : firstBatchIn(space));
}

/** How many trials there are between two fits of the model, unless `--batch-size` says it. */

/**
 * Trials before the first fit, or before a history is judged: on the tables of docs/benchmarks/search.md a model of
 * eight trials guides better than more draws do, and one of six worse.
 */
const FIRST = 8;

/** The same of a task that learns from siblings: what it needs to see whether these are right. */
const FIRST_BESIDE_SIBLINGS = 4;

/** The smallest batch, and the share of the trials so far that a batch may be. */
const LEAST = 4;
const SHARE = 1 / 8;

/** Few at first, when every trial teaches much, and then a share of those that the model knows. */
export function batchAfter(trials: number): number {
  return Math.max(LEAST, Math.floor(SHARE * trials));
}

/** Trials of the next batch of a search that has a template to itself, unless its settings say it. */
export function batchIn(
  trials: number,
  { batchSize, firstBatch }: { readonly batchSize?: number | undefined; readonly firstBatch?: number | undefined },
  hasSiblings = false,
): number {
  if (trials > 0) return batchSize ?? batchAfter(trials);
  return firstBatch ?? (hasSiblings ? FIRST_BESIDE_SIBLINGS : FIRST);
}

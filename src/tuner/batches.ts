/** How many trials there are between two fits of the model, unless `--batch-size` says it. */

/**
 * Trials before the first fit, or before siblings or a history are judged: on the tables of docs/search.md a model of
 * eight trials guides better than more draws do, and one of six worse.
 */
const FIRST = 8;

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
  {
    batchSize,
    firstBatch = FIRST,
  }: { readonly batchSize?: number | undefined; readonly firstBatch?: number | undefined },
): number {
  return trials > 0 ? (batchSize ?? batchAfter(trials)) : firstBatch;
}

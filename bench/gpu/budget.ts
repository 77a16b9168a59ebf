/** Shorter than this, and hardly more than the first batch is built. */
export const LEAST_MINUTES = 0.3;
/** Of a workload's time, what the search may take; the rest is for its finals and for timing beside the peers. */
const SEARCH = 0.8;

/**
 * Minutes of search for the first of some workloads, of which each is due time in proportion to its weight, but enough
 * to be worth it: when time is short, the last ones get none. What one leaves over, or takes too much, the ones after
 * it share. Undefined when too little is left.
 */
export function searchMinutes(weights: readonly number[], minutesLeft: number): number | undefined {
  if (minutesLeft < LEAST_MINUTES) return undefined;
  const due = (minutesLeft * weights[0]!) / weights.reduce((sum, weight) => sum + weight, 0);
  return SEARCH * Math.max(due, LEAST_MINUTES);
}

import type { Observation } from './explorer.js';

/** The trials that worked, fastest first; of equally fast ones the earlier first. */
export function fastest(observed: ReadonlyMap<number, Observation>): Observation[] {
  const working = [...observed.values()].filter(({ throughput }) => throughput > 0);
  return working.sort((a, b) => b.throughput - a.throughput);
}

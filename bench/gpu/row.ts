import type { Found } from '../../src/products/bench/records.js';
import type { NoKernel, PeerTime, Ratio, Timed } from '../../src/products/bench/row.js';
import { speedRatio, spread } from '../../src/measure/statistics.js';

/** One workload: the best kernel of ours and its peers, timed in turns. */
export interface GpuRow {
  readonly suite: string;
  readonly workload: string;
  /** Floating-point operations, counted on the direct algorithm. */
  readonly flops: number;
  readonly ours: (Timed & Omit<Found, 'here'>) | NoKernel;
  readonly peers: readonly Pick<PeerTime, 'name' | 'seconds'>[];
  /** Why there are none, where others have them. */
  readonly noPeers?: string;
  /** How many times as fast ours is as the best peer that computes the same in the same type. */
  readonly ratio?: Ratio;
}

/** Seconds a call, one entry a round, by peer. */
export type Rounds = ReadonlyMap<string, readonly number[]>;

export function peerTimes(rounds: Rounds): GpuRow['peers'] {
  return [...rounds].map(([name, seconds]) => ({ name, seconds: spread(seconds) }));
}

/** Against the peer with the smallest median; nothing without one. */
export function ratioTo(rounds: Rounds, ours: readonly number[]): { readonly ratio?: Ratio } {
  const median = (seconds: readonly number[]): number => spread(seconds).median;
  const best = [...rounds].toSorted(([, a], [, b]) => median(a) - median(b)).at(0);
  if (best === undefined) return {};
  const [rival, theirs] = best;
  const { low, high } = speedRatio(ours, theirs);
  return { ratio: { rival, value: median(theirs) / median(ours), low, high } };
}

import { mean } from 'simple-statistics';
import { ErrorNo, type Measurement } from './measurement.js';

/** Seconds a call, and the bounds between which, by its repeats, the true time lies. */
export interface Estimate {
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
}

/** What is believed of a trial that worked. */
export interface Timing extends Estimate {
  /** Whether its repeats disagree too much, or too many of them were disturbed, to say how fast it is. */
  readonly noisy: boolean;
  /** The time by which it is ranked, seconds: of a noisy one the high end, so that noise never wins. */
  readonly rankedAt: number;
}

/** What gives the time of a trial; `noisy` is what whoever measured it said of it. */
export type Timed = Pick<Measurement, 'costs' | 'error' | 'noisy' | 'slowed'>;

/** That the median of endless repeats lies in the interval; with fewer than six repeats the chance is smaller. */
const CONFIDENCE = 0.95;
/** What differs by more than this share is noise: repeats from the fastest of them, and the ends of an interval. */
const WIDE = 0.2;
/** How many times slower a core is, at most, that another hyperthread shares; as in native/runner/repeats.c. */
const SHARED_CORE = 2;
/** A config whose low end is so many times the best time could still be the best. */
const WITHIN_REACH = 1.08;

/**
 * The time that repeats show, one repeat or more: the mean of those that were not disturbed, with the distribution-free
 * interval between two order statistics that holds their median (David and Nagaraja, Order Statistics, 3rd ed., 7.1),
 * and the mean in any case. Whatever else runs on a machine only makes a kernel slower, so a minority of repeats that
 * are far slower than the fastest was disturbed. A majority that is far slower may be what the kernel takes: then all
 * count, and the interval shows that they disagree.
 */
export function estimate(costs: readonly number[]): Estimate {
  const sorted = costs.toSorted((a, b) => a - b);
  const most = calmLimit(sorted);
  const calm = sorted.filter((cost) => cost <= most);
  const kept = 2 * calm.length > sorted.length ? calm : sorted;
  const cut = outsideInterval(kept.length);
  const seconds = mean(kept);
  return { seconds, low: Math.min(seconds, kept.at(cut)!), high: Math.max(seconds, kept.at(-1 - cut)!) };
}

/** The most that a repeat takes that nothing disturbed, beside the fastest of them. */
export function calmLimit(costs: readonly number[]): number {
  return (1 + WIDE) * Math.min(...costs);
}

/** Share of repeats that are far slower than the fastest of them. */
export function shareOfSlow(costs: readonly number[]): number {
  const most = calmLimit(costs);
  return costs.filter((cost) => cost > most).length / costs.length;
}

/** What is believed of a trial; undefined after an error. */
export function timingOf({ costs, error, noisy = false, slowed = false }: Timed): Timing | undefined {
  if (error !== ErrorNo.none) return undefined;
  const found = estimate(costs);
  const isNoisy = noisy || isWide(found);
  const low = slowed ? found.low / SHARED_CORE : found.low;
  return { ...found, low, noisy: isNoisy, rankedAt: isNoisy ? found.high : found.seconds };
}

/** Whether an estimate is too vague to compare kernels by. */
export function isWide({ seconds, low, high }: Estimate): boolean {
  return high - low > WIDE * seconds;
}

/**
 * Whether it is open if a trial is among the best: it is noisy, and its low end is near the best time, or there is no
 * best time yet.
 */
export function isUndecided(timing: Timing, best = Infinity): boolean {
  return timing.noisy && isWithinReach(timing, best);
}

/** Whether a time could be as good as the best one. */
export function isWithinReach({ low }: Pick<Estimate, 'low'>, best: number): boolean {
  return low <= WITHIN_REACH * best;
}

/** A time, and whether it was taken in finals, beside its rivals. */
export type Look = Pick<Timing, 'noisy' | 'rankedAt'> & { readonly isFinal: boolean };

/**
 * What stands of one config that was measured again. Both worked. The later time stands, for machines change; but one
 * that is noisy replaces neither one that is not nor one that ranks higher. Only finals always replace times of a
 * search, which are partly luck: otherwise the luckiest of these would win wherever finals are disturbed.
 */
export function standing<T extends Look>(earlier: T, later: T): T {
  if (!later.noisy || (later.isFinal && !earlier.isFinal)) return later;
  return earlier.noisy && later.rankedAt < earlier.rankedAt ? later : earlier;
}

/**
 * How much a trial teaches a model, in (0, 1]: the inverse of its variance, as far as its interval shows that, and 1
 * for all that are not noisy.
 */
export function weightOf({ seconds, low, high }: Estimate): number {
  return Math.min(1, (WIDE * seconds) / (high - low)) ** 2;
}

/** How many of n values lie on either side outside of the interval that holds their true median. */
export function outsideInterval(n: number): number {
  // P(fewer than k of n repeats are below their true median) for k = 1, 2, …, both sides counted.
  let [outside, share] = [0, 2 * 2 ** -n];
  for (let k = 1, ways = 2 * 2 ** -n; 2 * k < n; k++) {
    ways *= (n - k + 1) / k;
    share += ways;
    if (share > 1 - CONFIDENCE) break;
    outside = k;
  }
  return outside;
}

/** How fast a kernel is beside a standard, and what may be said of that. */
import { median } from 'simple-statistics';
import { outsideInterval, type Estimate } from './estimate.js';

/** The time of a standard divided by that of a kernel: above 1 the kernel is faster. */
export interface Ratio {
  readonly ratio: number;
  /** Between these it lies, by the spread of repeats. */
  readonly low: number;
  readonly high: number;
}

export type Standing = 'faster' | 'same' | 'slower' | 'noisy';

/** How much more time is accepted where nothing else is said: of `check`, `log diff` and `retune`. */
export const TOLERANCE = 0.1;

/**
 * What differs by less is the same, however well intervals separate: where a kernel lies in memory moves it, too.
 */
const FLOOR = 0.02;

/**
 * Of two kernels that took turns, from their seconds in each round: the median of the ratios of the rounds, in each of
 * which the machine was what it was for both, with its distribution-free interval (David and Nagaraja, Order
 * Statistics, 3rd ed., 7.1).
 */
export function ratioOfRounds(standard: readonly number[], own: readonly number[]): Ratio {
  const count = Math.min(standard.length, own.length);
  const ratios = Array.from({ length: count }, (_, round) => standard[round]! / own[round]!).sort((a, b) => a - b);
  const cut = outsideInterval(count);
  return { ratio: median(ratios), low: ratios.at(cut)!, high: ratios.at(-1 - cut)! };
}

/** Of two times that were not taken in turns: the ends of their intervals may meet. */
export function ratioOfTimes(standard: Estimate, own: Estimate): Ratio {
  return {
    ratio: standard.seconds / own.seconds,
    low: standard.low / own.high,
    high: standard.high / own.low,
  };
}

/**
 * `faster` and `slower` where the whole interval says so, `same` where it holds 1 and no more than `tolerance` to
 * either side, `noisy` where it is too wide for any of these. A tolerance of 0.1 is 10 % more time.
 */
export function standingOf({ low, high }: Ratio, tolerance: number): Standing {
  if (low > 1 + FLOOR) return 'faster';
  if (high < 1 / (1 + FLOOR)) return 'slower';
  const most = 1 + Math.max(tolerance, FLOOR);
  return low >= 1 / most && high <= most ? 'same' : 'noisy';
}

/** Whether the whole interval is slower than the tolerance allows, and slower than noise explains. */
export function isBeyond(ratio: Ratio, tolerance: number): boolean {
  return standingOf(ratio, tolerance) === 'slower' && ratio.high < 1 / (1 + tolerance);
}

/** Whether measuring again could change what follows: it is open, or something would fail. */
export function isUnsettled(ratio: Ratio, tolerance: number): boolean {
  const standing = standingOf(ratio, tolerance);
  return standing === 'noisy' || (standing === 'slower' && ratio.low < 1 / (1 + tolerance));
}

import { median, quantile } from 'simple-statistics';

/** A median with its spread: the values between which four fifths of the samples lie. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Median, tenth and ninetieth percentile. */
export function spread(values: readonly number[]): Spread {
  const list = [...values];
  return { median: median(list), low: quantile(list, 0.1), high: quantile(list, 0.9) };
}

/**
 * How many times as fast `ours` is as `theirs`, both in seconds round by round: the spread of the rounds' ratios. A
 * disturbance that lasts a round moves both, and the ratio hardly.
 */
export function speedRatio(ours: readonly number[], theirs: readonly number[]): Spread {
  if (ours.length !== theirs.length) throw new RangeError('Ratios need two timings of the same rounds.');
  return spread(ours.map((seconds, round) => theirs[round]! / seconds));
}

/** Per round, the median over several contenders: one contender's timing out of many. */
export function medianOfEachRound(timings: readonly (readonly number[])[]): readonly number[] {
  return timings[0]!.map((_, round) => median(timings.map((seconds) => seconds[round]!)));
}

/** Steps in a unit of a feature. */
const STEPS = 64;

/**
 * The nearest multiple of 1/64. Such a number is written by JavaScript, read by xgboost's text parser and compared with
 * a histogram cut without a rounding of its own, so that training and evaluation see the same value.
 */
export function quantise(value: number): number {
  return Math.floor(value * STEPS + 0.5) / STEPS;
}

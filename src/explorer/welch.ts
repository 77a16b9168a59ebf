import { mean, sampleVariance } from 'simple-statistics';
import { studentTTwoSided } from './student-t.js';

/**
 * Welch's t-test (Biometrika 1947): the probability, were the means of both populations equal, of samples whose means
 * differ as much as these do. Both need two values or more.
 */
export function welchTest(a: readonly number[], b: readonly number[]): number {
  const [first, second] = [errorOf(a), errorOf(b)];
  const difference = mean([...a]) - mean([...b]);
  if (difference === 0) return 1;
  if (first + second === 0) return 0;
  const t = difference / Math.sqrt(first + second);
  const freedom = (first + second) ** 2 / (first ** 2 / (a.length - 1) + second ** 2 / (b.length - 1));
  return studentTTwoSided(t, freedom);
}

/** The variance of a sample's mean. */
function errorOf(sample: readonly number[]): number {
  return sampleVariance([...sample]) / sample.length;
}

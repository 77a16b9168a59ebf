/**
 * What rounding comes to in a sum of random terms of mean zero: the variance of its relative error. It is derived, so
 * that an element type says by which of these its sums are made, and nothing is measured.
 */

/** Half a unit in the last place of float32, relative. */
export const unit = 2 ** -24;

/**
 * A sum in float32, term by term, of so many: u² (n + 4) / 6. The partial sums grow as √k, which comes to u² (n + 1) /
 * 6, and any other order to less (Higham and Mary, A New Approach to Probabilistic Rounding Error Analysis, SISC 2019;
 * Sharper Probabilistic Backward Error Analysis, SISC 2020, for random data); four more terms stand for roundings
 * before and after it.
 */
export function floatSum(terms: number): number {
  return (unit ** 2 * (terms + 4)) / 6;
}

/**
 * The same by tensor cores, which add 16 bytes of products at once and cut off the last bits of what that comes to
 * (Fasi, Higham, Mikaitis and Pranesh, Numerical Behavior of NVIDIA Tensor Cores, PeerJ CS 2021). Such errors do not
 * cancel: they are up to u of the partial sum in each step. The partial sums of one that ends at the root mean square
 * are half of that on average, give or take 0.29 (a Brownian bridge), and not 2.4 times that in 10^10. As the largest
 * error is taken to be twelve standard deviations, a step counts a fifth of u.
 */
export function matrixSum(bytes: number): (terms: number) => number {
  return (terms) => floatSum(terms) + (unit * ((terms * bytes) / 16) * 0.2) ** 2;
}

/** A sum of whole numbers that an integer of 32 bits holds: exact. */
export function exactSum(): number {
  return 0;
}

import type { Belief } from './likelihood.js';

const ONE = Math.log(0.6);

/**
 * What is believed of the logarithm of a length scale on the unit cube: it grows with the root of the number of
 * dimensions, as distances do (Hvarfner, Hellsten and Nardi, ICML 2024).
 */
export function logScale(dimensions: number): Belief {
  return { mean: ONE + Math.log(Math.max(1, dimensions)) / 2, deviation: 1 };
}

import { isSum, longestSum } from '../stages.js';
import type { Rule } from '../sketch.js';

/** Threads share the sum, where the result has fewer elements than a sum has terms. */
export const splitK: Rule = (sketch, { output }, { threads }) => {
  if (sketch.sums !== 'cache_write' || threads === 1 || !isSum(output)) return [sketch];
  const { extent } = longestSum(output);
  const elements = output.tensor.shape.reduce((product, size) => product * size, 1);
  return extent >= 2 * threads && elements > 1 && elements <= extent
    ? [sketch, { ...sketch, sums: 'split_k' }]
    : [sketch];
};

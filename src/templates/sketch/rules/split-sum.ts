import { isProduct, longestSum, sumsInPlace } from '../stages.js';
import type { Rule } from '../sketch.js';

/** The fewest terms that a block of a sum has. */
export const leastBlock = 16;

/** A block of the sum is added up in registers, and these in the output: what it reads stays in a cache meanwhile. */
export const splitSum: Rule = (sketch, { output }) =>
  sketch.sums === 'cache_write' &&
  isProduct(output) &&
  sumsInPlace(output) &&
  longestSum(output).extent >= 2 * leastBlock
    ? [sketch, { ...sketch, sums: 'split_sum' }]
    : [sketch];

import { isSum, sumsInPlace } from '../stages.js';
import type { Rule } from '../sketch.js';

/**
 * Sums are added up in registers and finished tile by tile; where the output has more to finish than a copy, also block
 * by block. What is stored in another type than it is summed in has no other way.
 */
export const cacheWrite: Rule = (sketch, { stages, output }) => {
  const sums = stages.filter(isSum);
  if (sums.length === 0) return [sketch];
  const hasTail = isSum(output) && !(sumsInPlace(output) && output.compute.value.kind === 'reduced');
  return [
    { ...sketch, sums: 'cache_write' },
    ...(hasTail ? [{ ...sketch, sums: 'cache_block' as const }] : []),
    ...(sums.every(sumsInPlace) ? [sketch] : []),
  ];
};

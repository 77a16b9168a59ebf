import { isSum, runsAlongSum } from '../stages.js';
import type { Rule } from '../sketch.js';

/** The lanes of a vector are partial sums, where elements lie in runs along the sum. */
export const rfactor: Rule = (sketch, { stages }, { vector: { lanes } }) =>
  sketch.sums === 'cache_write' && stages.some((stage) => isSum(stage) && runsAlongSum(stage, lanes))
    ? [sketch, { ...sketch, sums: 'rfactor' }]
    : [sketch];

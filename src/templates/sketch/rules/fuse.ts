import type { Rule } from '../sketch.js';
import { dependencies, isSum, producersOf } from '../stages.js';

/** What the output reads is computed for a block or a tile of it, where that is a part of what it reads. */
export const fuse: Rule = (sketch, schedule) => {
  const stored = producersOf(schedule).filter((stage) => isSum(stage) || sketch.maps === 'store');
  const of = dependencies(schedule);
  const { shape } = schedule.output.tensor;
  if (sketch.sums === 'split_k' || !stored.some((stage) => [...of.get(stage)!].some((d) => shape[d]! > 1)))
    return [sketch];
  // A block, or a part of the sum, is computed around tiles.
  const inTiles = ['tile', 'cache_write', 'rfactor'].includes(sketch.sums);
  return [
    sketch,
    { ...sketch, producers: 'fuse_outer' },
    ...(inTiles ? [{ ...sketch, producers: 'fuse_inner' as const }] : []),
  ];
};

import type { Schedule } from '../../../ir/schedule.js';
import type { Rule, Sketch } from '../sketch.js';
import { isCostly, isSum, mostLoadsInline, producersOf } from '../stages.js';

/** Loads of an expression beyond which compilers take minutes for its tile: stencils of stencils multiply theirs. */
const mostLoads = 64;

/** Element-wise stages are computed where they are read; those that cost something may be stored. */
export const inline: Rule = (sketch, schedule) =>
  producersOf(schedule).some((stage) => !isSum(stage) && isCostly(stage)) && mostLoadsInline(schedule) <= mostLoads
    ? [sketch, { ...sketch, maps: 'inline' }]
    : [sketch];

export function inlineMaps(schedule: Schedule, { maps }: Pick<Sketch, 'maps'>): void {
  for (const stage of producersOf(schedule))
    if (!isSum(stage) && (maps === 'inline' || !isCostly(stage))) schedule.inline(stage.tensor);
}

import type { SimulatedLayer } from '../../src/network/schedule/simulation.js';
import { meanCost } from '../../src/log/record/best.js';

/**
 * Weighted seconds of a network after each trial of somebody who knows how every task rises and deals trials out
 * accordingly, for each budget anew: no scheduler of these searches can be faster. `visited`: the trials of each task
 * when it is searched alone, in their order. Undefined until every task has a config that works.
 */
export function clairvoyant(
  layers: readonly SimulatedLayer[],
  visited: readonly (readonly number[])[],
  budget: number,
): readonly (number | undefined)[] {
  const courses = layers.map((layer, place) => courseOf(layer, visited[place]!));
  const least = courses.reduce((before, course) => added(before, course, budget), [0]);
  return Array.from({ length: budget }, (_, i) => (Number.isFinite(least[i + 1]) ? least[i + 1] : undefined));
}

/** Weighted seconds of the best after 0, 1, 2, … trials of a task; Infinity while none worked. */
function courseOf({ table, weight }: SimulatedLayer, visited: readonly number[]): readonly number[] {
  let best = Infinity;
  return [
    Infinity,
    ...visited.map((index) => (best = Math.min(best, weight * (meanCost(table.rows.get(index)!) ?? Infinity)))),
  ];
}

/** The least sum that so many trials reach when one task more has a part of them. */
function added(before: readonly number[], course: readonly number[], budget: number): readonly number[] {
  return Array.from({ length: budget + 1 }, (_, trials) =>
    course.reduce((least, seconds, own) => Math.min(least, seconds + (before[trials - own] ?? Infinity)), Infinity),
  );
}

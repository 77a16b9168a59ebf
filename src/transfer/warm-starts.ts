import { nearestValue } from '../space/entity.js';
import type { Config, KnobValue } from '../space/config.js';
import type { Space, Values } from '../space/space.js';

/** Configs of one task elsewhere, fastest first, and whether that task is the same workload on another machine. */
export interface Elsewhere {
  readonly ranked: readonly Values[];
  readonly sameWorkload: boolean;
}

/**
 * Configs that are taken of the same workload elsewhere. Looking among so many costs a search little: they are tried a
 * few at a time.
 */
const OF_SAME = 16;

/**
 * What was best elsewhere, as configs of a space: first those of the same workload, by rank; then the best of each
 * other task.
 */
export function warmStartsOf(space: Space, tasks: readonly Elsewhere[]): readonly Config[] {
  const ranked = (same: boolean): (readonly Values[])[] =>
    tasks.filter(({ sameWorkload }) => sameWorkload === same).map((task) => task.ranked);
  const candidates = [...byRank(ranked(true), OF_SAME), ...byRank(ranked(false), 1)];
  const warmStarts = candidates.flatMap((values) => counterpart(space, values) ?? []);
  return [...new Map(warmStarts.map((config) => [config.index, config])).values()];
}

/** The first of each list, the second of each, and so on, to the k-th. */
function byRank(lists: readonly (readonly Values[])[], k: number): Values[] {
  const ranks = Array.from({ length: k }, (_, rank) => lists.map((list) => list.at(rank)));
  return ranks.flat().filter((values) => values !== undefined);
}

/** The config with these values, or the nearest that the space has of each, if it allows them together. */
export function counterpart(space: Space, values: Values): Config | undefined {
  const known = new Map(Object.entries(values));
  const near: [name: string, value: KnobValue][] = [];
  for (const { name, values: choices } of space.knobs) {
    const value = known.get(name);
    if (value === undefined) return undefined;
    near.push([name, nearestValue(value, choices)]);
  }
  const index = space.indexOf(Object.fromEntries(near));
  return space.isValid(index) ? space.get(index) : undefined;
}

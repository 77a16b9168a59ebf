import { nearestValue } from '../space/entity.js';
import type { Config, KnobValue } from '../space/config.js';
import type { Space, Values } from '../space/space.js';

/** Configs of one task elsewhere, fastest first, and whether that task is the same workload on another machine. */
export interface Elsewhere {
  readonly ranked: readonly Values[];
  /** The group of its rows. */
  readonly group: string;
  readonly sameWorkload: boolean;
}

/**
 * Configs that are taken of the same workload elsewhere. Looking among so many costs a search little: they are tried a
 * few at a time.
 */
const OF_SAME = 16;

/** Configs that were best elsewhere, best first, and the groups of the rows of where that was, by index. */
export interface WarmStarts {
  readonly warmStarts: readonly Config[];
  readonly origins: ReadonlyMap<number, readonly string[]>;
}

/**
 * What was best elsewhere, as configs of a space: first those of the same workload, by rank; then the best of each
 * other task.
 */
export function warmStartsOf(space: Space, tasks: readonly Elsewhere[]): WarmStarts {
  const ofKind = (same: boolean): readonly Elsewhere[] => tasks.filter(({ sameWorkload }) => sameWorkload === same);
  const starts = new Map<number, Config>();
  const origins = new Map<number, readonly string[]>();
  for (const { values, group } of [...byRank(ofKind(true), OF_SAME), ...byRank(ofKind(false), 1)]) {
    const config = counterpart(space, values);
    if (!config) continue;
    starts.set(config.index, starts.get(config.index) ?? config);
    origins.set(config.index, [...(origins.get(config.index) ?? []), group]);
  }
  return { warmStarts: [...starts.values()], origins };
}

/** The first of each task, the second of each, and so on, to the k-th. */
function byRank(tasks: readonly Elsewhere[], k: number): { readonly values: Values; readonly group: string }[] {
  const ranks = Array.from({ length: k }, (_, rank) =>
    tasks.flatMap(({ ranked, group }) => {
      const values = ranked.at(rank);
      return values === undefined ? [] : [{ values, group }];
    }),
  );
  return ranks.flat();
}

/** The config with these values, or the nearest that the space has of each, if it allows them together. */
export function counterpart(space: Space, values: Values): Config | undefined {
  const known = new Map(Object.entries(values));
  const near: [name: string, value: KnobValue][] = [];
  for (const { name, values: choices, unsaid } of space.knobs) {
    const value = known.get(name) ?? unsaid;
    if (value === undefined) return undefined;
    near.push([name, nearestValue(value, choices)]);
  }
  const index = space.indexOf(Object.fromEntries(near));
  return space.isValid(index) ? space.get(index) : undefined;
}

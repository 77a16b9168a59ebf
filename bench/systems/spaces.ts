import { DEFAULT, ORACLE } from './beside.js';
import type { SearchFigures } from './figures.js';
import type { Measured } from './measure.js';

/** What is wanted of the default on every space: so much, and no more than this below the best single search. */
const LEAST = 0.4;
const BEHIND = 0.03;

/** The search of highest P on a space. */
export function bestOn(space: string, searches: readonly SearchFigures[]): SearchFigures | undefined {
  const known = searches.filter((search) => search.spaces.has(space));
  return known.reduce<SearchFigures | undefined>(
    (best, search) => (best && best.spaces.get(space)! >= search.spaces.get(space)! ? best : search),
    undefined,
  );
}

/** A sentence on how far the default is from what is wanted of it. */
export function reachOf({ searches, peers, spaces }: Pick<Measured, 'searches' | 'peers' | 'spaces'>): string {
  const standard = searches.get(DEFAULT)!;
  const others = [...searches.values(), ...peers].filter(({ name }) => name !== ORACLE);
  const known = [...spaces.keys()].filter((space) => standard.spaces.has(space));
  const low = known.filter((space) => standard.spaces.get(space)! < LEAST);
  const behind = known.filter(
    (space) => bestOn(space, others)!.spaces.get(space)! - standard.spaces.get(space)! > BEHIND,
  );
  const named = (some: readonly string[]): string =>
    some.length === 0 ? 'none' : `${some.length} (${some.map((space) => spaces.get(space)!).join(', ')})`;
  return `Of ${known.length} spaces the default is below ${LEAST.toFixed(2)} on ${named(low)}, and more than ${BEHIND} below the best single search on ${named(behind)}.`;
}

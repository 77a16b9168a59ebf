import { simulate } from '../../src/tuner/simulation.js';
import { climb } from './climb.js';
import type { Arena } from './data.js';
import { historyOf } from './history.js';
import type { Finished, Search } from './searches.js';

/** Carries a search out. */
export async function perform(search: Search, arenas: readonly Arena[]): Promise<Finished> {
  const { settings, knowledge, seed, trials } = search;
  const arena = arenas.find(({ name }) => name === search.arena)!;
  const history = historyOf(knowledge, arena, arenas, seed);
  const start = performance.now();
  const { visited } = await simulate(arena.table, { ...settings, seed, trials, earlyStop: Infinity }, history);
  return { climb: climb(arena.table, visited), seconds: (performance.now() - start) / 1000 };
}

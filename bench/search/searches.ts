import { views } from '../../src/features/registry.js';
import { hasNests } from '../../src/log/table/task.js';
import { viewsOf, type SearchSettings } from '../../src/tuner/settings.js';
import type { Climb } from './climb.js';
import { isScored, type Arena } from './data.js';
import { isKnowable, type Knowledge } from './history.js';
import type { Row } from './rows.js';

/** Numbers of trials at which fractions of the optimum are reported. */
export const MARKS = [16, 32, 64, 96, 128];

/** One search: everything that decides it, given the code and the data. */
export interface Search {
  readonly arena: string;
  /** Seconds of the arena's optimum, by which data of the same name differ. */
  readonly optimum: number;
  readonly settings: SearchSettings;
  readonly knowledge: Knowledge;
  readonly seed: number;
  readonly trials: number;
}

/** What became of it. */
export interface Finished {
  readonly climb: Climb;
  /** Wall-clock seconds of all of it: the table answers at once. The climb ends where the optimum was found. */
  readonly seconds: number;
}

export interface Extent {
  /**
   * Searches of each row on each table; of random search, which everything is held against and which costs nothing, ten
   * times as many.
   */
  readonly seeds: number;
  /** Of the score. */
  readonly cutoff: number;
  /** Trials of a search on a table that has no score, and the least of others; absent: to the last mark. */
  readonly trials?: number;
}

/** The searches of a row on one arena, one a seed from 1; none where the row has nothing to know beforehand. */
export function searchesOf(row: Row, arena: Arena, arenas: readonly Arena[], extent: Extent): readonly Search[] {
  if (!isKnowable(row.knowledge, arena, arenas) || !isVisible(row, arena)) return [];
  const repeats = row.settings.explorer === 'random' ? 10 * extent.seeds : extent.seeds;
  return Array.from({ length: repeats }, (_, i) => ({
    arena: arena.name,
    optimum: arena.table.best,
    settings: row.settings,
    knowledge: row.knowledge,
    seed: i + 1,
    trials: trialsOn(arena, extent),
  }));
}

/** Whether the table's configs have what the search is to see. */
function isVisible({ settings, needsNests }: Row, { table }: Arena): boolean {
  if (hasNests(table)) return true;
  return !needsNests && settings.prune === 0 && !viewsOf(settings).some((name) => views[name].readsNests);
}

/** Where a score is taken, at least to its cutoff. */
export function trialsOn(arena: Arena, { cutoff, trials = Math.max(...MARKS) }: Omit<Extent, 'seeds'>): number {
  return isScored(arena) ? Math.max(trials, arena.landscape.trialsTo(cutoff)) : trials;
}

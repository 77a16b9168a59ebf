import { searchDefaults } from '../../src/tuner/settings.js';
import { climb } from '../search/climb.js';
import type { Arena } from '../search/data.js';
import type { Results } from '../search/figures.js';
import { meanCost } from '../../src/log/record/best.js';
import { settingsOf, type Row } from '../search/rows.js';
import type { System, Way } from './system.js';

type SearchWay = Extract<Way, { kind: 'search' }>;

const PART = 'systems';

/** What every system stands beside: random search, and the defaults of `tune`, with other tasks as history or not. */
const random = rowOf({ kind: 'search', name: 'random', settings: { explorer: 'random' } });
const defaults: Row = { part: PART, name: 'default', settings: searchDefaults, knowledge: { kind: 'none' } };
const defaultsWithHistory: Row = { ...defaults, name: 'default, with history', knowledge: { kind: 'other tasks' } };

/**
 * The way as a row of the scoreboard.
 *
 * @internal Tests check rows without a search.
 */
export function rowOf({ name, settings, hasHistory }: SearchWay): Row {
  const knowledge = { kind: hasHistory ? 'other tasks' : 'none' } as const;
  return { part: PART, name, settings: settingsOf(settings), knowledge };
}

/** Rows of all searches that the systems ask for, after those that they stand beside. */
export function rowsOf(systems: readonly System[]): readonly Row[] {
  const own = systems.flatMap(({ ways }) => ways.filter((way) => way.kind === 'search').map(rowOf));
  const different = new Map(own.map((row) => [row.name, row]));
  return [random, defaults, defaultsWithHistory, ...different.values()];
}

/** Of somebody who knows the best config and tries it first. */
export function oracle(arenas: readonly Arena[]): Results {
  return new Map(
    arenas.map((arena) => {
      const { table } = arena;
      const [index] = [...table.rows].find(([, row]) => meanCost(row) === table.best)!;
      return [arena, [{ climb: climb(table, [index]), seconds: 0 }]];
    }),
  );
}

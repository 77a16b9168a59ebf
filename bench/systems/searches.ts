import { meanCost } from '../../src/log/record/best.js';
import { models } from '../../src/model/registry.js';
import { defined } from '../../src/target/defined.js';
import { climb } from '../search/climb.js';
import type { Arena } from '../search/data.js';
import type { Results } from '../search/figures.js';
import { settingsOf, type Row } from '../search/rows.js';
import { beside } from './beside.js';
import type { SearchWay, System, Way } from './system.js';
import { systems } from './systems.js';

const PART = 'systems';

/**
 * The way as a row of the scoreboard.
 *
 * @internal Tests check rows without a search.
 */
export function rowOf({ name, settings, hasHistory, needsNests }: SearchWay): Row {
  const knowledge = { kind: hasHistory ? 'other tasks' : 'none' } as const;
  return { part: PART, name, settings: settingsOf(settings), knowledge, ...defined({ needsNests }) };
}

/** Rows of all searches that the systems ask for, after those that they stand beside, and of all their bases. */
export function rowsOf(chosen: readonly System[]): readonly Row[] {
  const all = [...beside, ...systems.flatMap(({ ways }) => ways)].filter((way) => way.kind === 'search');
  const named = (name: string): SearchWay | undefined => all.find((way) => way.name === name);
  const rows = new Map(beside.filter((way) => way.kind === 'search').map((way) => [way.name, rowOf(way)]));
  const add = (way: Way | SearchWay): void => {
    if (way.kind === 'search') rows.set(way.name, rowOf(way));
    const base = 'base' in way ? named(way.base) : undefined;
    if (base && !rows.has(base.name)) add(base);
  };
  for (const way of chosen.flatMap(({ ways }) => ways)) add(way);
  return [...rows.values()];
}

/** A net has a third of the seeds: fitting and asking it takes many times as long as with trees. */
export function seedsOf({ settings: { model } }: Row, seeds: number): number {
  // What a net reads is declared with it.
  const isNet = new Map(Object.entries(models)).get(model)?.reads !== undefined;
  return isNet ? Math.ceil(seeds / 3) : seeds;
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

import { meanCost } from '../../src/log/record/best.js';
import type { Table } from '../../src/log/table/table.js';
import type { Trainer } from '../../src/model/trainer/trainer.js';
import { viewsOf } from '../../src/tuner/settings.js';
import { simulate } from '../../src/tuner/simulation.js';
import { climb } from './climb.js';
import type { Arena } from './data.js';
import { historyOf } from './history.js';
import type { Finished, Search } from './searches.js';

/** Carries a search out. It ends early when it has found the optimum: what follows changes no figure. */
export async function perform(search: Search, arenas: readonly Arena[], trainer: Trainer): Promise<Finished> {
  const { settings, knowledge, seed, trials } = search;
  const arena = arenas.find(({ name }) => name === search.arena)!;
  const history = historyOf(knowledge, arena, arenas, seed, viewsOf(settings));
  const { table, found } = watched(arena.table);
  const start = performance.now();
  const { visited } = await simulate(table, { ...settings, seed, trials, earlyStop: Infinity }, history, {
    signal: found,
    trainer,
  });
  return { climb: climb(arena.table, visited), seconds: (performance.now() - start) / 1000 };
}

/** The same table, and a signal that is given when somebody looks up its fastest config. */
function watched(table: Table): { readonly table: Table; readonly found: AbortSignal } {
  const controller = new AbortController();
  const rows = new Map(table.rows);
  rows.get = (index) => {
    const row = table.rows.get(index);
    if (row && meanCost(row) === table.best) controller.abort();
    return row;
  };
  return { table: { ...table, rows }, found: controller.signal };
}

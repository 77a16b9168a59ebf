import type { SimulateRow } from '../../tuner/simulate-rows.js';
import { simulate, type SimulateOptions } from '../../api/simulate.js';
import type { TogetherOptions } from '../../api/simulate-together.js';
import { openTables } from '../../tuner/open-tables.js';
import { UsageError } from '../../target/errors.js';
import { defined } from '../../target/defined.js';
import { plural } from '../../target/format.js';
import { searchDefaults } from '../../tuner/settings.js';
import { noteTo, type Output } from '../output.js';
import { renderComparison } from '../render/searches-compared.js';
import { renderSimulations } from '../render/simulation.js';
import { showSearches, type Searches } from './searches.js';
import { refuseWithoutTogether, simulateTogetherCommand } from './simulate-together.js';

/** Of `tune simulate`: those of searches on one budget are there with `together` alone. */
export type SimulateFlags = Omit<TogetherOptions, 'signal' | 'onNote'> & {
  readonly task?: readonly string[];
  readonly together?: true;
  readonly json?: true;
};

/** `tune simulate LOG...`. */
export async function simulateCommand(logs: readonly string[], flags: SimulateFlags, output: Output): Promise<void> {
  const { task: tasks, together, json, weights, scheduler, alone, ...options } = flags;
  const shared = defined({ weights, scheduler, alone });
  const { seed = 1, seeds = 1, trials = 0, strict = false } = options;
  const onNote = noteTo(output);
  if (!together) refuseWithoutTogether(shared);
  const tables = await openTables(logs, { strict, onNote, tasks });
  if (together) {
    refuseSeveral(options);
    await simulateTogetherCommand(tables, { ...options, ...shared }, { json }, output);
    return;
  }
  const count = plural(tables.length, 'task');
  output.stderr(`${count}, ${plural(seeds, 'seed')} from ${seed}, ${plural(trials, 'trial')} each`);
  const contenders = contendersOf(options);
  if (contenders.length > 1) {
    const compared: Searches<SimulateRow> = {
      begin: async function* (signal) {
        for (const contender of contenders) yield* simulate(tables, { ...options, ...contender, onNote, signal });
      },
      count: contenders.length * tables.length * seeds,
      words: 'searches',
    };
    const render = (rows: readonly SimulateRow[]): string => renderComparison(rows, trials, output);
    await showSearches(compared, undefined, render, { json }, output);
    return;
  }
  const searches = (of: SimulateOptions): Searches<SimulateRow> => ({
    begin: (signal) => simulate(tables, { ...of, signal }),
    count: tables.length * seeds,
    words: `searches (${nameOf(of)})`,
  });
  // Random draws need no history.
  const isRandom = options.explorer === 'random';
  const random = isRandom ? undefined : searches({ ...options, explorer: 'random', history: [] });
  const render = (searched: readonly SimulateRow[], drawn: readonly SimulateRow[]): string =>
    renderSimulations(searched, drawn, trials, output.paint, output.columns);
  await showSearches(searches({ ...options, onNote }), random, render, { json }, output);
}

/** Each explorer with each model, where several are named with commas between them. */
function contendersOf({ explorer, model }: SimulateOptions): readonly Pick<SimulateOptions, 'explorer' | 'model'>[] {
  return namesIn(explorer).flatMap((one) => namesIn(model).map((other) => defined({ explorer: one, model: other })));
}

function namesIn<Given>(given: Given): readonly Given[] {
  return typeof given === 'string' ? ([...new Set(given.split(','))] as Given[]) : [given];
}

/** Throws UsageError. */
function refuseSeveral(options: SimulateOptions): void {
  if (contendersOf(options).length > 1)
    throw new UsageError('--together runs one explorer with one model: name one of each, or leave --together out.');
}

function nameOf({ explorer = searchDefaults.explorer }: SimulateOptions): string {
  return typeof explorer === 'string' ? explorer : explorer.name;
}

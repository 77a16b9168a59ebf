import type { SimulateRow } from '../../tuner/simulate-rows.js';
import { simulate, type SimulateOptions } from '../../api/simulate.js';
import { openTables } from '../../tuner/open-tables.js';
import { plural } from '../../target/format.js';
import { searchDefaults } from '../../tuner/settings.js';
import type { SimulateFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { renderSimulations } from '../render/simulation.js';
import { searchOptionsOf } from '../search-flags.js';
import { showSearches, type Searches } from './searches.js';
import { refuseWithoutTogether, simulateTogetherCommand } from './simulate-together.js';

/** `tune simulate LOG...`. */
export async function simulateCommand(logs: readonly string[], flags: SimulateFlags, output: Output): Promise<void> {
  const { seed, seeds, trials, strict = false } = flags;
  const onNote = noteTo(output);
  const options: SimulateOptions = { ...searchOptionsOf(flags), seed, seeds, trials, strict };
  if (!flags.together) refuseWithoutTogether(flags);
  const tables = await openTables(logs, { strict, onNote, tasks: flags.task });
  if (flags.together) {
    await simulateTogetherCommand(tables, options, flags, output);
    return;
  }
  const count = plural(tables.length, 'task');
  output.stderr(`${count}, ${plural(seeds, 'seed')} from ${seed}, ${plural(trials, 'trial')} each`);
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
  await showSearches(searches({ ...options, onNote }), random, render, flags, output);
}

function nameOf({ explorer = searchDefaults.explorer }: SimulateOptions): string {
  return typeof explorer === 'string' ? explorer : explorer.name;
}

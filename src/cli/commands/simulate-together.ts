import type { TogetherRow } from '../../network/schedule/together-rows.js';
import { simulateTogether, type TogetherOptions } from '../../api/simulate-together.js';
import type { Table } from '../../log/table/table.js';
import { UsageError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { noteTo, type Output } from '../output.js';
import { renderTogether } from '../render/together.js';
import { showSearches, type Searches } from './searches.js';

/** `tune simulate LOG... --together`. */
export async function simulateTogetherCommand(
  tables: readonly Table[],
  given: TogetherOptions,
  flags: { readonly json?: boolean | undefined },
  output: Output,
): Promise<void> {
  const { seeds = 1, seed = 1, trials = 0 } = given;
  const count = `${plural(tables.length, 'task')} together`;
  output.stderr(`${count}, ${plural(seeds, 'seed')} from ${seed}, ${plural(trials, 'trial')} in all`);
  const searches = (of: TogetherOptions): Searches<TogetherRow> => ({
    begin: (signal) => simulateTogether(tables, { ...of, signal }),
    count: seeds,
    words: 'searches',
  });
  // As many draws of each task, which need no history.
  const random = searches({ ...given, explorer: 'random', scheduler: 'round-robin', history: [] });
  const render = (searched: readonly TogetherRow[], drawn: readonly TogetherRow[]): string =>
    renderTogether(searched, drawn, output.paint, output.columns);
  await showSearches(searches({ ...given, onNote: noteTo(output) }), random, render, flags, output);
}

/** Throws UsageError for an option that only tasks on one budget have. */
export function refuseWithoutTogether(flags: Pick<TogetherOptions, 'weights' | 'scheduler' | 'alone'>): void {
  const given = (['weights', 'scheduler', 'alone'] as const).find((key) => flags[key] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} needs --together: add it, or leave --${given} out.`);
}

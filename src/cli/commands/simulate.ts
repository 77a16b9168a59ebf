import type { SimulateRow } from '../../api/schema/simulate-rows.js';
import { simulate, type SimulateOptions } from '../../api/simulate.js';
import { openTables } from '../../api/tables.js';
import type { Table } from '../../table/table.js';
import { plural } from '../../target/format.js';
import { searchDefaults } from '../../tuner/settings.js';
import { Exit } from '../errors.js';
import type { SimulateFlags } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { countingBar } from '../render/progress.js';
import { renderSimulations } from '../render/simulation.js';
import { searchOptionsOf } from '../search-flags.js';
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

  if (flags.json) {
    await searchAll(tables, { ...options, onNote }, output, (row) => {
      output.stdout(JSON.stringify(row));
    });
    return;
  }
  const searched = await searchAll(tables, { ...options, onNote }, output);
  // What a search is worth shows beside random draws, which need no history.
  const random = { ...options, explorer: 'random', history: [] };
  const drawn = options.explorer === 'random' ? searched : await searchAll(tables, random, output);
  output.stdout(renderSimulations(searched, drawn, trials, output.paint, output.columns));
}

/** A search of every table from every seed, each handed to `report` when it is done; with a bar when nothing is. */
async function searchAll(
  tables: readonly Table[],
  options: SimulateOptions,
  output: Output,
  report?: (row: SimulateRow) => void,
): Promise<readonly SimulateRow[]> {
  const rows: SimulateRow[] = [];
  const { explorer = searchDefaults.explorer, seeds = 1 } = options;
  const name = typeof explorer === 'string' ? explorer : explorer.name;
  const bar = countingBar(output.interactive && !report, tables.length * seeds, `searches (${name})`);
  const interrupt = catchInterrupts(output, () => {
    bar.stop();
  });
  try {
    for await (const row of simulate(tables, { ...options, signal: interrupt.signal })) {
      rows.push(row);
      report?.(row);
      bar.advance();
    }
    if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
  } finally {
    bar.stop();
    interrupt.release();
  }
  return rows;
}

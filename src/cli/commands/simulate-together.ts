import type { TogetherRow } from '../../api/schema/together-rows.js';
import { simulateTogether, togetherDefaults, type TogetherOptions } from '../../api/simulate-together.js';
import type { Table } from '../../table/table.js';
import { UsageError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { Exit } from '../errors.js';
import type { SimulateFlags } from '../flags.js';
import { catchInterrupts } from '../interrupt.js';
import { noteTo, type Output } from '../output.js';
import { countingBar } from '../render/progress.js';
import { renderTogether } from '../render/together.js';

/** `tune simulate LOG... --together`: `options` are those that it shares with `tune simulate`. */
export async function simulateTogetherCommand(
  tables: readonly Table[],
  shared: TogetherOptions,
  flags: Pick<SimulateFlags, 'scheduler' | 'weights' | 'alone' | 'json'>,
  output: Output,
): Promise<void> {
  const { scheduler = togetherDefaults.scheduler, weights, alone = false } = flags;
  const options = {
    ...shared,
    scheduler,
    alone,
    onNote: noteTo(output),
    ...(weights && { weights }),
  } as TogetherOptions;
  const { seeds = 1, seed = 1, trials = 0 } = shared;
  const count = `${plural(tables.length, 'task')} together`;
  output.stderr(`${count}, ${plural(seeds, 'seed')} from ${seed}, ${plural(trials, 'trial')} in all`);
  if (flags.json) {
    await searchAll(tables, options, output, (row) => {
      output.stdout(JSON.stringify(row));
    });
    return;
  }
  const searched = await searchAll(tables, options, output);
  // What a search is worth shows beside random draws, as many of each task, which need no history.
  const random = { ...options, explorer: 'random', scheduler: 'round-robin', history: [] } as const;
  const drawn = await searchAll(tables, random, output);
  output.stdout(renderTogether(searched, drawn, output.paint, output.columns));
}

/** A search from every seed, each handed to `report` when it is done; with a bar when nothing is. */
async function searchAll(
  tables: readonly Table[],
  options: TogetherOptions,
  output: Output,
  report?: (row: TogetherRow) => void,
): Promise<readonly TogetherRow[]> {
  const rows: TogetherRow[] = [];
  const bar = countingBar(output.interactive && !report, options.seeds ?? 1, 'searches');
  const interrupt = catchInterrupts(output, () => {
    bar.stop();
  });
  try {
    for await (const row of simulateTogether(tables, { ...options, signal: interrupt.signal })) {
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

/** Throws UsageError for an option that only tasks on one budget have. */
export function refuseWithoutTogether(flags: SimulateFlags): void {
  const given = (['weights', 'scheduler', 'alone'] as const).find((key) => flags[key] !== undefined);
  if (given !== undefined)
    throw new UsageError(`--${given} is of tasks that share a budget: add --together, or leave it out.`);
}

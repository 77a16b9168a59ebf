import { z } from 'zod';
import { asksHistory } from '../catalogue/catalogue.js';
import type { ExplorerDeclaration } from '../explorer/declaration.js';
import type { ModelDeclaration } from '../model/declaration.js';
import { trainers } from '../model/trainer/registry.js';
import type { Table } from '../log/table/table.js';
import { priorOf } from '../transfer/family.js';
import { ownHistoryOf, historiesOfTable } from '../transfer/record-histories.js';
import { recallNote } from '../tuner/pruning.js';
import { firstBatchOf, settingsSchema, simulationSchema, viewsOf, type Settings } from '../tuner/settings.js';
import { registered } from '../tuner/registered.js';
import { checkModel } from '../tuner/preflight.js';
import { fractionAt, marksUpTo, simulate as searchTable, type Simulation } from '../tuner/simulation.js';
import { checked } from '../target/checked.js';
import { resolve } from '../catalogue/resolve.js';
import { nameOr } from '../catalogue/module-schema.js';
import { historyNote } from '../tuner/history-note.js';
import { onceEach, onNoteSchema } from '../log/read-logs.js';
import type { SimulateRow } from '../tuner/simulate-rows.js';
import { openTables, tablesOf, type ReadOptions } from '../tuner/open-tables.js';
import { defined } from '../target/defined.js';

/** The options of `simulate`. */
export const simulateOptionsSchema = z.strictObject({
  ...simulationSchema.shape,
  explorer: nameOr<ExplorerDeclaration>('explorer').exactOptional(),
  model: nameOr<ModelDeclaration>('model').exactOptional(),
  history: z.array(z.string()).readonly().default([]).describe('logs to learn from first'),
  strict: z.boolean().default(false).describe('refuse logs that are incomplete or damaged'),
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends it; the search in flight is dropped'),
  onNote: onNoteSchema.exactOptional(),
});

/** What `simulate` takes. */
export type SimulateOptions = Readonly<z.input<typeof simulateOptionsSchema>>;

/**
 * Runs searches on complete logs instead of a device: of each task one from each of `seeds` seeds, a row each. `logs`
 * are paths (AutoTVM v0.2, Kernel Tuner caches) or tables of `openTables`. Throws UsageError for what does not exist,
 * WorkError where there is no table or `strict` refuses one, MissingError without a trainer for the model.
 */
export async function* simulate(
  logs: readonly string[] | readonly Table[],
  options: SimulateOptions = {},
): AsyncGenerator<SimulateRow, void, void> {
  const { signal, onNote, strict, history, seeds, ...search } = checked(simulateOptionsSchema, options);
  const { catalogue, names } = await resolve(search);
  const settings = settingsSchema.parse({ ...search, ...names, ...firstBatchOf(search) });
  await checkModel(settings, catalogue, signal);
  const tables = await tablesFrom(logs, { strict, onNote });
  const known = history.length > 0 ? await tablesOf(history, { strict, onNote }) : [];
  const histories = known.flatMap(historiesOfTable);
  const priors = tables.map((table) => priorOf(ownHistoryOf(table), histories, viewsOf(settings)));
  if (history.length > 0 || asksHistory(catalogue, settings.explorer))
    onNote?.(historyNote(priors, settings.explorer, catalogue));
  if (settings.prune > 0) for (const table of tables) onNote?.(recallNote(table, settings));
  const trainer = registered(trainers, settings.trainer)();
  const onNoteOnce = onceEach(onNote);
  try {
    for (const [place, table] of tables.entries()) {
      for (let seed = settings.seed; seed < settings.seed + seeds; seed++) {
        const found = await searchTable(table, { ...settings, seed }, priors[place]!, {
          catalogue,
          trainer,
          onNote: onNoteOnce,
          ...defined({ signal }),
        });
        if (signal?.aborted) return;
        yield toRow(found, settings);
      }
    }
  } finally {
    await trainer.close();
  }
}

/** Tables that are open already, or those of some paths. */
export async function tablesFrom(
  logs: readonly string[] | readonly Table[],
  options: ReadOptions,
): Promise<readonly Table[]> {
  return areTables(logs) ? logs : openTables(logs, options);
}

function areTables(logs: readonly string[] | readonly Table[]): logs is readonly Table[] {
  return Array.isArray(logs) && logs.length > 0 && logs.every((log) => typeof log !== 'string');
}

function toRow(simulation: Simulation, { explorer, model, trials }: Settings): SimulateRow {
  const { table, seed, visited } = simulation;
  const { log, task, size, valid } = table;
  const fraction = Object.fromEntries(marksUpTo(trials).map((mark) => [String(mark), fractionAt(simulation, mark)]));
  return { log, task, size, valid, explorer, model, seed, visited: [...visited], fraction };
}

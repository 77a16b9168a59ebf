import { z } from 'zod';
import { asksHistory } from '../catalogue/catalogue.js';
import { nameOr } from '../catalogue/module-schema.js';
import { resolve } from '../catalogue/resolve.js';
import type { ExplorerDeclaration } from '../explorer/declaration.js';
import { onceEach, onNoteSchema } from '../log/read-logs.js';
import type { Table } from '../log/table/table.js';
import type { ModelDeclaration } from '../model/declaration.js';
import { trainers } from '../model/trainer/registry.js';
import { defined } from '../target/defined.js';
import { priorOf } from '../transfer/family.js';
import { historiesOfTable, ownHistoryOf } from '../transfer/record-histories.js';
import { historyNote } from '../tuner/history-note.js';
import { openTables, tablesOf } from '../tuner/open-tables.js';
import { checkModel } from '../tuner/preflight.js';
import { recallNote } from '../tuner/pruning.js';
import { registered } from '../tuner/registered.js';
import { firstBatchOf, settingsSchema, simulationSchema, viewsOf } from '../tuner/settings.js';

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

/** Paths of logs, or tables that are open. */
export type Logs = readonly string[] | readonly Table[];

/** What searches on complete logs begin with; notes what they know and leave out. */
export async function planSimulation(logs: Logs, options: z.output<typeof simulateOptionsSchema>) {
  const { signal, onNote, strict, history, seeds, ...search } = options;
  const { catalogue, names } = await resolve(search);
  const settings = settingsSchema.parse({ ...search, ...names, ...firstBatchOf(search) });
  await checkModel(settings, catalogue, signal);
  const tables = areTables(logs) ? logs : await openTables(logs, { strict, onNote });
  const known = history.length > 0 ? await tablesOf(history, { strict, onNote }) : [];
  const histories = known.flatMap(historiesOfTable);
  const priors = tables.map((table) => priorOf(ownHistoryOf(table), histories, viewsOf(settings)));
  if (history.length > 0 || asksHistory(catalogue, settings.explorer))
    onNote?.(historyNote(priors, settings.explorer, catalogue));
  if (settings.prune > 0) for (const table of tables) onNote?.(recallNote(table, settings));
  const trainer = registered(trainers, settings.trainer)();
  return {
    settings,
    tables,
    priors,
    seeds,
    run: { catalogue, trainer, onNote: onceEach(onNote), ...defined({ signal }) },
  };
}

function areTables(logs: Logs): logs is readonly Table[] {
  return Array.isArray(logs) && logs.length > 0 && logs.every((log) => typeof log !== 'string');
}

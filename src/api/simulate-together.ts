import { z } from 'zod';
import { trainers } from '../model/trainer/registry.js';
import {
  latencies,
  optimumOf,
  outcomesOf,
  overLayers,
  simulateNetwork,
  type SimulatedLayer,
  type NetworkSettings,
  type Step,
} from '../network/schedule/simulation.js';
import { schedulers } from '../network/schedule/schedulers/registry.js';
import { networkSchema } from '../network/schedule/network-settings.js';
import type { Table } from '../log/table/table.js';
import { UsageError } from '../target/errors.js';
import { plural } from '../target/format.js';
import { priorOf } from '../transfer/family.js';
import { ownHistoryOf, historiesOfTable } from '../transfer/record-histories.js';
import { checkModel } from '../tuner/preflight.js';
import { registered } from '../tuner/registered.js';
import { firstBatchOf, settingsSchema, viewsOf } from '../tuner/settings.js';
import { marksUpTo } from '../tuner/simulation.js';
import { checked } from '../target/checked.js';
import { historyNote } from '../tuner/history-note.js';
import { onceEach } from '../log/read-logs.js';
import { resolve } from '../catalogue/resolve.js';
import type { TogetherRow } from '../network/schedule/together-rows.js';
import { simulateOptionsSchema, tablesFrom } from './simulate.js';
import { tablesOf } from '../tuner/open-tables.js';
import { defined } from '../target/defined.js';

/** The options of `simulateTogether`: `trials` is the budget of all tasks. */
const togetherOptionsSchema = z.strictObject({
  ...simulateOptionsSchema.shape,
  ...networkSchema.shape,
  weights: z
    .array(z.number().positive('a weight must be above 0'))
    .readonly()
    .exactOptional()
    .describe('calls of each task in the network, in the order of the logs (default: 1 each)'),
});

/** What `simulateTogether` takes. */
export type TogetherOptions = Readonly<z.input<typeof togetherOptionsSchema>>;

/**
 * Searches all tasks of complete logs on one budget, as `tune network` does with a device: a scheduler chooses which
 * task gets the next batch, and the tasks learn from each other. A row for each of `seeds` seeds. `logs` are paths or
 * tables of `openTables`. Throws as `simulate` does, and UsageError for weights that do not go with the tasks, and for
 * a task that is there twice.
 */
export async function* simulateTogether(
  logs: readonly string[] | readonly Table[],
  options: TogetherOptions = {},
): AsyncGenerator<TogetherRow, void, void> {
  const { signal, onNote, strict, history, seeds, weights, scheduler, alone, ...search } = checked(
    togetherOptionsSchema,
    options,
  );
  const { catalogue, names } = await resolve(search);
  const settings = settingsSchema.parse({ ...search, ...names, ...firstBatchOf(search) });
  await checkModel(settings, catalogue, signal);
  const tables = await tablesFrom(logs, { strict, onNote });
  refuseTwins(tables);
  const ofTasks = weights ?? tables.map(() => 1);
  if (ofTasks.length !== tables.length) throw new UsageError(wrongCount(tables.length, ofTasks.length));
  const known = history.length > 0 ? await tablesOf(history, { strict, onNote }) : [];
  const histories = known.flatMap(historiesOfTable);
  const layers = tables.map((table, place): SimulatedLayer => {
    const prior = priorOf(ownHistoryOf(table), histories, viewsOf(settings));
    return { table, weight: ofTasks[place]!, prior };
  });
  const priors = layers.map(({ prior }) => prior);
  if (history.length > 0) onNote?.(historyNote(priors, settings.explorer, catalogue));
  const trainer = registered(trainers, settings.trainer)();
  const more = { catalogue, trainer, onNote: onceEach(onNote), ...defined({ signal }) };
  try {
    for (let seed = settings.seed; seed < settings.seed + seeds; seed++) {
      const own = { ...settings, seed, scheduler: schedulers[scheduler], alone };
      const steps = await simulateNetwork(layers, own, more);
      if (signal?.aborted) return;
      yield toRow(layers, steps, own);
    }
  } finally {
    await trainer.close();
  }
}

function refuseTwins(tables: readonly Table[]): void {
  const seen = new Set<string>();
  for (const { identity, log, task } of tables) {
    const key = JSON.stringify(identity);
    if (seen.has(key))
      throw new UsageError(`${task} of ${log} is there twice: a network has each task once, with a weight.`);
    seen.add(key);
  }
}

function wrongCount(tasks: number, weights: number): string {
  return `There are ${plural(tasks, 'task')} and ${plural(weights, 'weight')}: give one for each, in the order of the logs.`;
}

function toRow(layers: readonly SimulatedLayer[], steps: readonly Step[], settings: NetworkSettings): TogetherRow {
  const { scheduler, alone, explorer, model, seed } = settings;
  const outcomes = outcomesOf(layers, steps);
  const course = latencies(layers, steps);
  return {
    ...{ scheduler: scheduler.name, alone, explorer, model, seed },
    trials: steps.length,
    tasks: layers.map(({ table: { log, task, size }, weight }, place) => {
      const { visited, seconds, fraction } = outcomes[place]!;
      return {
        log,
        task,
        size,
        weight,
        trials: visited.length,
        seconds: seconds ?? null,
        fraction,
        visited: [...visited],
      };
    }),
    latency: Object.fromEntries(
      marksUpTo(settings.trials).map((mark) => [String(mark), course[Math.min(mark, steps.length) - 1] ?? null]),
    ),
    optimum: optimumOf(layers),
    ...overLayers(outcomes),
  };
}

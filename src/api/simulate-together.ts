import { z } from 'zod';
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
import { marksUpTo } from '../tuner/simulation.js';
import { checked } from '../target/checked.js';
import type { TogetherRow } from '../network/schedule/together-rows.js';
import { planSimulation, simulateOptionsSchema, type Logs } from './simulation-plan.js';

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
  logs: Logs,
  options: TogetherOptions = {},
): AsyncGenerator<TogetherRow, void, void> {
  const { weights, scheduler, alone, ...search } = checked(togetherOptionsSchema, options);
  const { settings, tables, priors, seeds, run } = await planSimulation(logs, search);
  try {
    refuseTwins(tables);
    const ofTasks = weights ?? tables.map(() => 1);
    if (ofTasks.length !== tables.length) throw new UsageError(wrongCount(tables.length, ofTasks.length));
    const layers = tables.map((table, place): SimulatedLayer => ({
      table,
      weight: ofTasks[place]!,
      prior: priors[place]!,
    }));
    for (let seed = settings.seed; seed < settings.seed + seeds; seed++) {
      const own = { ...settings, seed, scheduler: schedulers[scheduler], alone };
      const steps = await simulateNetwork(layers, own, run);
      if (run.signal?.aborted) return;
      yield toRow(layers, steps, own);
    }
  } finally {
    await run.trainer.close();
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

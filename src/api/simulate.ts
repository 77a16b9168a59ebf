import { marksUpTo, fractionAt, simulate as searchTable, type Simulation } from '../tuner/simulation.js';
import type { SimulateRow } from '../tuner/simulate-rows.js';
import type { Settings } from '../tuner/settings.js';
import { checked } from '../target/checked.js';
import { planSimulation, simulateOptionsSchema, type Logs, type SimulateOptions } from './simulation-plan.js';

export type { SimulateOptions } from './simulation-plan.js';

/**
 * Runs searches on complete logs instead of a device: of each task one from each of `seeds` seeds, a row each. `logs`
 * are paths (AutoTVM v0.2, Kernel Tuner caches) or tables of `openTables`. Throws UsageError for what does not exist,
 * WorkError where there is no table or `strict` refuses one, MissingError without a trainer for the model.
 */
export async function* simulate(logs: Logs, options: SimulateOptions = {}): AsyncGenerator<SimulateRow, void, void> {
  const { settings, tables, priors, seeds, run } = await planSimulation(logs, checked(simulateOptionsSchema, options));
  try {
    for (const [place, table] of tables.entries()) {
      for (let seed = settings.seed; seed < settings.seed + seeds; seed++) {
        const found = await searchTable(table, { ...settings, seed }, priors[place]!, run);
        if (run.signal?.aborted) return;
        yield toRow(found, settings);
      }
    }
  } finally {
    await run.trainer.close();
  }
}

function toRow(simulation: Simulation, { explorer, model, trials }: Settings): SimulateRow {
  const { table, seed, visited } = simulation;
  const { log, task, size, valid } = table;
  const fraction = Object.fromEntries(marksUpTo(trials).map((mark) => [String(mark), fractionAt(simulation, mark)]));
  return { log, task, size, valid, explorer, model, seed, visited: [...visited], fraction };
}

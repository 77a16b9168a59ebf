import type { Prior } from '../model/prior.js';
import { meanCost } from '../log/record/best.js';
import { TableMeasurer } from '../log/table/measurer.js';
import type { Table } from '../log/table/table.js';
import { toTask } from '../log/table/task.js';
import { noteOfFailedFit } from './events.js';
import { defined } from '../target/defined.js';
import type { Settings } from './settings.js';
import { searchOnly, type TuneOptions } from './tuner.js';

/** A search on a table, from one seed. */
export interface Simulation {
  readonly table: Table;
  readonly seed: number;
  /** Indices in the order of the trials, none twice. */
  readonly visited: readonly number[];
}

export interface SimulationOptions extends Pick<TuneOptions, 'signal' | 'trainer' | 'catalogue'> {
  /** Hears what a person should know: that a model failed, or an explorer. */
  readonly onNote?: (text: string) => void;
}

/**
 * Runs the tuner's own loop with a table in place of the device. There is no early stop: a search ends with its trials
 * or with the table. A trainer that is given serves many searches. The same settings and prior lead to the same trials.
 */
export async function simulate(
  table: Table,
  settings: Settings,
  prior: Prior,
  { signal, trainer, catalogue, onNote }: SimulationOptions = {},
): Promise<Simulation> {
  const visited: number[] = [];
  const run = searchOnly({
    taskStates: [{ task: toTask(table), resumed: [], prior }],
    // Every config of a table computes the same, so that throughputs compare in any unit: here calls a second.
    flops: 1,
    settings: { ...settings, earlyStop: Infinity },
    measurer: new TableMeasurer(table),
    ...defined({ signal, trainer, catalogue }),
  });
  for await (const event of run) {
    if (event.event === 'trial' && event.phase === 'search') visited.push(event.index);
    if (event.event === 'note') onNote?.(event.text);
    if (event.event === 'model' && event.error !== null) onNote?.(noteOfFailedFit(event.error));
  }
  return { table, seed: settings.seed, visited };
}

/** The throughput of the best of the first `trials` trials, relative to the best of the table; 0 while none worked. */
export function fractionAt({ table, visited }: Pick<Simulation, 'table' | 'visited'>, trials: number): number {
  const costs = visited.slice(0, trials).map((index) => meanCost(table.rows.get(index)!) ?? Infinity);
  return table.best / costs.reduce((least, cost) => Math.min(least, cost), Infinity);
}

/**
 * Numbers of trials at which searches are compared: to 128, then by doubling, none above `trials`, which are the last.
 */
export function marksUpTo(trials: number): readonly number[] {
  const marks = [16, 32, 64, 96];
  for (let mark = 128; mark <= trials; mark *= 2) marks.push(mark);
  return [...new Set([...marks.filter((mark) => mark <= trials), trials])];
}

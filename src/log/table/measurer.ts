import { setImmediate } from 'node:timers/promises';
import { ErrorNo, type Trial, type MeasureOptions, type Measurer } from '../../measure/measurement.js';
import type { Config } from '../../space/config.js';
import type { Task } from '../../templates/template.js';
import type { Table } from './table.js';

const nothingSpent = { compile: 0, check: 0, run: 0 };

/** Answers from a table in place of a device: at once, and always the same. What failed there fails here. */
export class TableMeasurer implements Measurer<Task> {
  constructor(private readonly table: Table) {}

  async *measure(_: Task, configs: readonly Config[], options: MeasureOptions = {}): AsyncGenerator<Trial> {
    await setImmediate(); // a search waits for nothing else, and signals would not be heard
    for (const config of configs) {
      if (options.signal?.aborted === true) return;
      yield await Promise.resolve(this.#lookUp(config));
    }
  }

  /** Looks the same rows up again, each repeat a round of its own: finals change nothing. */
  remeasure(
    contenders: readonly { readonly config: Config }[],
  ): Promise<readonly (Trial & { readonly rounds: readonly (readonly number[])[] })[]> {
    const measurements = contenders.map(({ config }) => this.#lookUp(config));
    return Promise.resolve(measurements.map((found) => ({ ...found, rounds: found.costs.map((cost) => [cost]) })));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #lookUp(config: Config): Trial {
    const row = this.table.rows.get(config.index);
    if (!row) throw new RangeError(`${this.table.task} has no config ${config.index}.`);
    const { costs, error, message } = row;
    return {
      config,
      costs,
      error,
      spent: nothingSpent,
      timestamp: 0,
      message: error === ErrorNo.none ? undefined : (message ?? 'no message'),
    };
  }
}

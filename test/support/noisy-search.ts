import { nothingKnown } from '../../src/model/prior.js';
import { toTask } from '../../src/log/table/task.js';
import type { Table } from '../../src/log/table/table.js';
import type { Settings } from '../../src/tuner/settings.js';
import { tune } from '../../src/tuner/tuner.js';
import { DisturbedTable, type Injection } from './disturbed-table.js';

/** Every fifth repeat takes ten times as long. */
export const everyFifth: Injection = { every: 5, times: 10 };

/** Seconds that the config really takes which a search on a table chooses. */
async function chosen(table: Table, settings: Settings, injection: Injection | undefined): Promise<number> {
  const measurer = new DisturbedTable(table, settings.seed, injection);
  const states = [{ task: toTask(table), resumed: [], prior: nothingKnown }];
  let best: number | undefined;
  const subject = { operator: 'table', workload: table.task, target: 'table' };
  for await (const event of tune({ taskStates: states, subject, flops: 1, settings, measurer }))
    if (event.event === 'finish' && event.best) best = measurer.truth(event.best.index);
  if (best === undefined) throw new Error('a search on a table found nothing');
  return best;
}

/** How many times slower is what a disturbed search chooses than what the same search chooses in peace. */
export async function lossOf(table: Table, settings: Settings, injection: Injection): Promise<number> {
  return (await chosen(table, settings, injection)) / (await chosen(table, settings, undefined));
}

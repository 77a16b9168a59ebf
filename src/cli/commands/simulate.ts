import { tableHistory } from '../../table/history.js';
import type { Table } from '../../table/table.js';
import type { Settings } from '../../tuner/events.js';
import { checkModel } from '../../tuner/preflight.js';
import { simulate, type Simulation } from '../../tuner/simulation.js';
import { Exit } from '../errors.js';
import { plural } from '../format.js';
import { catchInterrupts } from '../interrupt.js';
import type { Output } from '../output.js';
import { countingBar } from '../render/progress.js';
import { renderSimulations, simulationToJson } from '../render/simulation.js';
import { searchSettings } from '../search-settings.js';
import { chooseTables, complain, tablesOf } from '../tables.js';
import type { SimulateFlags } from './simulate-options.js';

/** `tune simulate LOG...`. */
export async function simulateCommand(logs: readonly string[], flags: SimulateFlags, output: Output): Promise<void> {
  const { seed, seeds, trials } = flags;
  const strict = flags.strict === true;
  const settings: Settings = { ...searchSettings(flags), seed, trials, earlyStop: Infinity };
  await checkModel(settings);
  const tables = chooseTables(await tablesOf(logs, strict, output), flags.task);
  complain(incompleteOnes(tables), strict, output);
  const history = flags.history ? await tablesOf(flags.history, strict, output) : [];
  output.talk(`${plural(tables.length, 'task')}, ${plural(seeds, 'seed')} from ${seed}, ${plural(trials, 'trial')} each`);

  // Random draws show what a search is worth; scripts ask for them by name.
  const wanted = [settings, ...(flags.json ? [] : [{ ...settings, explorer: 'random' }])];
  const bar = countingBar(output.interactive && !flags.json, wanted.length * tables.length * seeds, 'searches');
  const interrupt = catchInterrupts(output, () => {
    bar.stop();
  });
  try {
    const all = wanted.map((): Simulation[] => []);
    for (const table of tables) {
      const rows = tableHistory(table, history);
      for (let i = 0; i < seeds; i++) {
        for (const [which, one] of wanted.entries()) {
          const found = await simulate(table, { ...one, seed: seed + i }, rows, interrupt.signal);
          if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
          all[which].push(found);
          if (flags.json) output.data(JSON.stringify(simulationToJson(found, settings)));
          bar.advance();
        }
      }
    }
    bar.stop();
    if (!flags.json) output.data(renderSimulations(all[0], all[1], trials, output.paint));
  } finally {
    bar.stop();
    interrupt.release();
  }
}

function incompleteOnes(tables: readonly Table[]): readonly string[] {
  return tables.flatMap(({ log, task, incomplete }) => {
    const how = incomplete();
    return how === undefined ? [] : [`${log}: ${task} is incomplete: ${how}`];
  });
}

import type { Prior } from '../../transfer/prior.js';
import { priorOf } from '../../transfer/prior-of.js';
import { ownSourceOf, sourcesOfTable } from '../../transfer/table-sources.js';
import type { Table } from '../../table/table.js';
import type { Settings } from '../../tuner/settings.js';
import { registered } from '../../tuner/registered.js';
import { trainers } from '../../model/trainer/registry.js';
import { checkModel } from '../../tuner/preflight.js';
import { simulate, type Simulation } from '../../tuner/simulation.js';
import { Exit } from '../errors.js';
import { plural } from '../../target/format.js';
import { historyNote } from '../history-note.js';
import { catchInterrupts } from '../interrupt.js';
import type { Output } from '../output.js';
import { countingBar } from '../render/progress.js';
import { renderSimulations, simulationToJson } from '../render/simulation.js';
import { searchSettings } from '../search-settings.js';
import { chooseTables, reportProblems, tablesOf } from '../tables.js';
import type { SimulateFlags } from '../flags.js';

/** `tune simulate LOG...`. */
export async function simulateCommand(logs: readonly string[], flags: SimulateFlags, output: Output): Promise<void> {
  const { seed, seeds, trials } = flags;
  const strict = flags.strict === true;
  const settings: Settings = { ...searchSettings(flags), seed, trials, earlyStop: Infinity };
  await checkModel(settings);
  const tables = chooseTables(await tablesOf(logs, strict, output), flags.task);
  reportProblems(incompleteOnes(tables), strict, output);
  const history = flags.history ? await tablesOf(flags.history, strict, output) : [];
  output.stderr(
    `${plural(tables.length, 'task')}, ${plural(seeds, 'seed')} from ${seed}, ${plural(trials, 'trial')} each`,
  );

  const sources = history.flatMap(sourcesOfTable);
  const priors = tables.map((table) => priorOf(ownSourceOf(table), sources, settings.features));
  if (flags.history) output.stderr(historyNote(priors, settings.explorer));

  if (flags.json) {
    await searchAll({ tables, priors, settings, seeds }, output, (found) => {
      output.stdout(JSON.stringify(simulationToJson(found, settings)));
    });
    return;
  }
  const searched = await searchAll({ tables, priors, settings, seeds }, output);
  // What a search is worth shows beside random draws.
  const draws = { tables, priors, settings: { ...settings, explorer: 'random' }, seeds };
  const drawn = settings.explorer === 'random' ? searched : await searchAll(draws, output);
  output.stdout(renderSimulations(searched, drawn, trials, output.paint));
}

interface Searches {
  readonly tables: readonly Table[];
  /** What the history tells each of them. */
  readonly priors: readonly Prior[];
  readonly settings: Settings;
  /** Searches of each table, from the seed of the settings on. */
  readonly seeds: number;
}

/** A search of every table from every seed, each handed to `report` when it is done; with a bar when nothing is. */
async function searchAll(
  { tables, priors, settings, seeds }: Searches,
  output: Output,
  report?: (found: Simulation) => void,
): Promise<readonly Simulation[]> {
  const all: Simulation[] = [];
  const trainer = registered(trainers, settings.trainer)();
  const bar = countingBar(output.interactive && !report, tables.length * seeds, `searches (${settings.explorer})`);
  const interrupt = catchInterrupts(output, () => {
    bar.stop();
  });
  try {
    for (const [place, table] of tables.entries()) {
      for (let seed = settings.seed; seed < settings.seed + seeds; seed++) {
        const found = await simulate(table, { ...settings, seed }, priors[place]!, {
          signal: interrupt.signal,
          trainer,
        });
        if (interrupt.signal.aborted) throw new Exit(interrupt.silent ? 0 : 130);
        all.push(found);
        report?.(found);
        bar.advance();
      }
    }
  } finally {
    bar.stop();
    interrupt.release();
    await trainer.close();
  }
  return all;
}

function incompleteOnes(tables: readonly Table[]): readonly string[] {
  return tables.flatMap(({ log, task, incomplete }) => {
    const how = incomplete();
    return how === undefined ? [] : [`${log}: ${task} is incomplete: ${how}`];
  });
}

import { cpus } from 'node:os';
import { plural } from '../../src/target/format.js';
import { grouped } from '../../src/target/grouped.js';
import { trainers } from '../../src/model/trainer/registry.js';
import { networkSchema } from '../../src/network/schedule/network-settings.js';
import { checkModel } from '../../src/tuner/preflight.js';
import { searchDefaults } from '../../src/tuner/settings.js';
import { isScored, readData, titleOf } from '../search/data.js';
import { Counter, type Results } from '../search/figures.js';
import { describe } from '../search/rows.js';
import { arenasAbout, resultsOf, searchAll, type ScoreOptions } from '../search/scoreboard.js';
import { today } from '../today.js';
import { readNetworks, type Network } from '../together/networks.js';
import { beside, ORACLE } from './beside.js';
import { dispatchOn, type DispatchFigures } from './dispatch.js';
import { countSearch, MARKS, type SearchFigures } from './figures.js';
import { searchByKernelTuner, STRATEGIES } from './kernel-tuner.js';
import { randomSearch } from './random-search.js';
import { compareSchedulers, type SchedulerFigures } from './schedulers.js';
import type { Finished } from '../search/searches.js';
import { oracle, rowsOf, seedsOf } from './searches.js';
import type { System, Way } from './system.js';
import { EACH, searchTogether } from './together.js';

/** All that was measured. */
export interface Measured {
  /** What was measured where: a sentence a line. */
  readonly about: readonly string[];
  /** Those that systems stand beside, and those of systems, by name. */
  readonly searches: ReadonlyMap<string, SearchFigures>;
  /** The same of each task alone, to the trials that tasks together are given. */
  readonly alone: ReadonlyMap<string, SearchFigures>;
  readonly schedulers: ReadonlyMap<string, SchedulerFigures>;
  /** Undefined where no system asks for it. */
  readonly dispatch: DispatchFigures | undefined;
  /** Kernel Tuner's strategies, on the tables of its format. */
  readonly peers: readonly SearchFigures[];
  /** Kernel Tuner spaces by name, with the title of each. */
  readonly spaces: ReadonlyMap<string, string>;
  /** The scheduler of `tune`. */
  readonly defaultScheduler: string;
  /** Whether searches had the machine to themselves, so that what they took says something. */
  readonly times: boolean;
}

export interface MeasureOptions extends Omit<ScoreOptions, 'rows'> {
  /** Strategies of Kernel Tuner. */
  readonly peers: readonly string[];
  /** Keeps finished searches of Kernel Tuner. */
  readonly peerJournal: string | undefined;
  /**
   * Whether nothing is searched: what the journals lack, and tasks on one budget, which they do not keep, are missing.
   */
  readonly isKept: boolean;
  /** Whether the page says what searches take. */
  readonly times: boolean;
}

/**
 * Carries out what the systems ask for, and what they stand beside. Throws MissingError when a model cannot be trained
 * here, UsageError where the folder holds no log of several tasks.
 */
export async function measure(systems: readonly System[], options: MeasureOptions): Promise<Measured> {
  const { data, extent, isKept, jobs, journal, times, say } = options;
  const ways = systems.flatMap((system) => system.ways);
  const { arenas, problems } = await readData(data);
  problems.forEach(say);
  const rows = rowsOf(systems);
  for (const { settings } of rows) await checkModel(settings);
  for (const [seeds, some] of isKept ? [] : grouped(rows, (row) => seedsOf(row, extent.seeds)))
    await searchAll(some, arenas, { ...options, extent: { ...extent, seeds } });

  const counter = new Counter(arenas, extent.cutoff);
  const all = rows.map((row) => {
    return [row.name, resultsOf(row, arenas, { ...extent, seeds: seedsOf(row, extent.seeds) }, journal)] as const;
  });
  const results = new Map(all.filter(([, of]) => isComplete(of)));
  const found = await searchByKernelTuner(arenas, {
    extent,
    strategies: options.peers,
    journal: options.peerJournal,
    isKept,
    say,
  });
  const onOneBudget = await onOneBudgetOf(ways, counter, options);
  const marksOfEach = MARKS.filter((mark) => mark <= EACH);
  const tasks = arenas.filter((arena) => !isScored(arena));
  return {
    about: [
      `The defaults of \`tune\`: ${describe(searchDefaults)}.`,
      `The default scheduler: ${onOneBudget.defaultScheduler}.`,
      ...arenasAbout(arenas, extent.cutoff),
      `${plural(extent.seeds, 'seed')} a search and table, a third of them with nets; random search in closed form.`,
      ...(isKept ? ['What the file of `--resume` lacks, and tasks on one budget, are left out: `--kept`.'] : []),
      found
        ? `Beside them ${options.peers.length} of ${STRATEGIES.length} strategies of Kernel Tuner in its simulation mode, with the same seeds and trials (bayes_opt: 220).`
        : 'Kernel Tuner was not installed, so that its strategies are missing: `sh bench/kernel-tuner/install.sh`.',
      times
        ? `Times are of ${cpus()[0]!.model}, Node ${process.version}, --jobs ${jobs}, ${today()}.`
        : `Searches ran beside other work, so that their times are left out; ${today()}.`,
    ],
    searches: byName([
      randomSearch(arenas, MARKS),
      countSearch(ORACLE, oracle(arenas), counter),
      ...[...results].map(([name, of]) => countSearch(name, of, counter)),
      ...onOneBudget.together,
    ]),
    alone: byName([
      randomSearch(tasks, marksOfEach),
      ...[...results].map(([name, of]) => countSearch(name, ofTasks(of), counter, EACH)),
    ]),
    times,
    peers: [...(found ?? [])].map(([name, of]) => countSearch(name, of, counter)),
    spaces: new Map(arenas.filter(isScored).map(({ name, table }) => [name, titleOf(table.log)])),
    ...onOneBudget,
    dispatch: ways.some(({ kind }) => kind === 'dispatch') ? await dispatchOn(data) : undefined,
  };
}

/** Whether the journal has all searches of a row. */
function isComplete(results: Results): boolean {
  return [...results.values()].flat().every((finished: Finished | undefined) => finished !== undefined);
}

function ofTasks(results: Results): Results {
  return new Map([...results].filter(([arena]) => !isScored(arena)));
}

interface OnOneBudget extends Pick<Measured, 'schedulers' | 'defaultScheduler'> {
  readonly together: readonly SearchFigures[];
}

/** What tasks of one log come to on one budget: together, and with each scheduler that is asked for. */
async function onOneBudgetOf(
  ways: readonly Way[],
  counter: Counter,
  { data, extent: { seeds }, isKept, say }: MeasureOptions,
): Promise<OnOneBudget> {
  const { scheduler } = networkSchema.parse({});
  if (isKept) return { together: [], schedulers: new Map(), defaultScheduler: scheduler };
  const asked = ways.filter((way) => way.kind === 'scheduler').map((way) => way.scheduler);
  const together = [...beside, ...ways].filter((way) => way.kind === 'together');
  const networks: readonly Network[] = await readNetworks(data);
  const trainer = trainers.auto();
  try {
    const found: SearchFigures[] = [];
    for (const way of together) {
      say(`${plural(networks.length, 'network')}: ${way.name}`);
      found.push(countSearch(way.name, await searchTogether(networks, way, seeds, trainer), counter, EACH));
    }
    if (asked.length > 0) say(`${plural(networks.length, 'network')}: schedulers`);
    const names = [...new Set([scheduler, ...asked])];
    const schedulers = asked.length > 0 ? await compareSchedulers(networks, names, seeds, trainer) : [];
    return { together: found, schedulers: byName(schedulers), defaultScheduler: scheduler };
  } finally {
    await trainer.close();
  }
}

function byName<T extends { readonly name: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((one) => [one.name, one]));
}

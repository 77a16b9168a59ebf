import { cpus } from 'node:os';
import { plural } from '../../src/target/format.js';
import { trainers } from '../../src/model/trainer/registry.js';
import { networkSchema } from '../../src/network/schedule/network-settings.js';
import { checkModel } from '../../src/tuner/preflight.js';
import { searchDefaults } from '../../src/tuner/settings.js';
import { readData } from '../search/data.js';
import { Counter } from '../search/figures.js';
import { describe } from '../search/rows.js';
import { arenasAbout, resultsOf, searchAll, type ScoreOptions } from '../search/scoreboard.js';
import { today } from '../today.js';
import { readNetworks, type Network } from '../together/networks.js';
import { countSearch, type SearchFigures } from './figures.js';
import { compareSchedulers, type SchedulerFigures } from './schedulers.js';
import { searchByKernelTuner } from './kernel-tuner.js';
import { oracle, rowsOf } from './searches.js';
import type { System } from './system.js';
import { EACH, searchTogether } from './together.js';

/** All that was measured. */
export interface Measured {
  /** What was measured where: a sentence a line. */
  readonly about: readonly string[];
  /** Those that systems stand beside, and those of systems, by name. */
  readonly searches: ReadonlyMap<string, SearchFigures>;
  /** The default search to the trials that tasks together are given. */
  readonly defaultBeside: SearchFigures;
  readonly schedulers: ReadonlyMap<string, SchedulerFigures>;
  /** Kernel Tuner's strategies, on the tables of its format. */
  readonly peers: readonly SearchFigures[];
  /** The scheduler of `tune`. */
  readonly defaultScheduler: string;
}

export interface MeasureOptions extends Omit<ScoreOptions, 'rows'> {
  /** Keeps finished searches of Kernel Tuner. */
  readonly peerJournal: string | undefined;
}

export const [DEFAULT, DEFAULT_WITH_HISTORY, RANDOM, ORACLE] = [
  'default',
  'default, with history',
  'random',
  'oracle',
] as const;

/**
 * Carries out what the systems ask for, and what they stand beside. Throws MissingError when a model cannot be trained
 * here, UsageError where the folder holds no log of several tasks.
 */
export async function measure(systems: readonly System[], options: MeasureOptions): Promise<Measured> {
  const { data, extent, jobs, journal, say } = options;
  const isAlone = systems.every(({ ways }) => ways.every(({ kind }) => kind === 'search'));
  const networks = isAlone ? [] : await readNetworks(data);
  const { arenas, problems } = await readData(data);
  problems.forEach(say);
  const rows = rowsOf(systems);
  for (const { settings } of rows) await checkModel(settings);
  await searchAll(rows, arenas, options);

  const counter = new Counter(arenas, extent.cutoff);
  const results = new Map(rows.map((row) => [row.name, resultsOf(row, arenas, extent, journal)]));
  const searches = [...results].map(([name, found]) => countSearch(name, found, counter));
  const beside = countSearch(DEFAULT, results.get(DEFAULT)!, counter, EACH);
  const found = await searchByKernelTuner(arenas, { ...extent, journal: options.peerJournal, say });
  const peers = [...found].map(([name, results]) => countSearch(name, results, counter));
  const { together, schedulers, defaultScheduler } = await onOneBudget(systems, networks, counter, options);
  return {
    about: [
      `The defaults of \`tune\`: ${describe(searchDefaults)}.`,
      `The default scheduler: ${defaultScheduler}.`,
      ...arenasAbout(arenas, extent.cutoff),
      `${plural(extent.seeds, 'seed')} a search and table, ten times as many for random search.`,
      `Times are of ${cpus()[0]!.model}, Node ${process.version}, --jobs ${jobs}, ${today()}.`,
    ],
    searches: byName([countSearch(ORACLE, oracle(arenas), counter), ...searches, ...together]),
    defaultBeside: beside,
    peers,
    schedulers: byName(schedulers),
    defaultScheduler,
  };
}

/** What tasks of one log come to on one budget: together, and with each scheduler that is asked for. */
async function onOneBudget(
  systems: readonly System[],
  networks: readonly Network[],
  counter: Counter,
  { extent: { seeds }, say }: MeasureOptions,
): Promise<{
  readonly together: readonly SearchFigures[];
  readonly schedulers: readonly SchedulerFigures[];
  readonly defaultScheduler: string;
}> {
  const ways = systems.flatMap((system) => system.ways);
  const { scheduler } = networkSchema.parse({});
  if (ways.every(({ kind }) => kind === 'search')) return { together: [], schedulers: [], defaultScheduler: scheduler };
  const trainer = trainers.auto();
  try {
    say(`${plural(networks.length, 'network')}: tasks that learn from each other`);
    const found = await searchTogether(networks, seeds, trainer);
    const together = ways
      .filter((way) => way.kind === 'together')
      .map(({ name }) => countSearch(name, found, counter, EACH));
    say(`${plural(networks.length, 'network')}: schedulers`);
    const asked = ways.filter((way) => way.kind === 'scheduler').map((way) => way.scheduler);
    const names = [...new Set([scheduler, ...asked])];
    const schedulers = await compareSchedulers(networks, names, seeds, trainer);
    return { together, schedulers, defaultScheduler: scheduler };
  } finally {
    await trainer.close();
  }
}

function byName<T extends { readonly name: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((one) => [one.name, one]));
}

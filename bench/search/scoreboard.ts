import { cpus } from 'node:os';
import { basename } from 'node:path';
import { plural } from '../../src/target/format.js';
import { checkModel } from '../../src/tuner/preflight.js';
import { searchDefaults } from '../../src/tuner/settings.js';
import { isScored, readData, titleOf, type Arena } from './data.js';
import { Counter, countForeign, type Results, type RowFigures } from './figures.js';
import { filesWithTwins, nameOf } from './history.js';
import type { Journal } from './journal.js';
import { carryOut } from './pool.js';
import { allRows, describe, FIRST_PART, isDefault, type Row } from './rows.js';
import { searchesOf, type Extent, type Search } from './searches.js';
import { calibrate, worthOfBest } from './synthetic.js';
import { readTrajectories } from './trajectories.js';
import { today } from '../today.js';

export interface ScoreOptions {
  /** The folder of the measurements. */
  readonly data: string;
  readonly extent: Extent;
  /** Of the rows that are wanted, in their names. */
  readonly rows: RegExp;
  readonly jobs: number;
  /** Holds what is done already. */
  readonly journal: Journal;
  readonly say: (words: string) => void;
}

/** All that the scoreboard says. */
export interface Scoreboard {
  /** What was measured where: a sentence a line. */
  readonly about: readonly string[];
  /** Kernel Tuner spaces by arena, with the names that the columns have. */
  readonly spaces: readonly { readonly arena: string; readonly title: string }[];
  readonly rows: readonly RowFigures[];
}

/**
 * Searches with every row on every table of the folder, and counts out what they come to. Throws MissingError when a
 * model cannot be trained here.
 */
export async function score(options: ScoreOptions): Promise<Scoreboard> {
  const { data, extent, journal, say } = options;
  const { arenas, problems } = await readData(data);
  problems.forEach(say);
  const foreign = countForeign(await readTrajectories(data, arenas), FIRST_PART);
  const tasks = arenas.filter((arena) => !isScored(arena)).map(({ table }) => table);
  const amplitude = tasks.length === 0 ? 0 : calibrate(tasks);
  const rows = allRows(amplitude, filesWithTwins(arenas)).filter(({ name }) => options.rows.test(name));
  for (const { settings } of rows) await checkModel(settings);
  await searchAll(rows, arenas, options);

  const counter = new Counter(arenas, extent.cutoff);
  const madeUp = `The made-up machine has an amplitude of ${amplitude.toFixed(3)}: its best config is worth`;
  return {
    about: [
      `The defaults of \`tune\`: ${describe(searchDefaults)}.`,
      ...arenasAbout(arenas, extent.cutoff),
      `${plural(extent.seeds, 'seed')} a row and table, ten times as many for random search. Times are of ${cpus()[0]!.model}, Node ${process.version}, --jobs ${options.jobs}, ${today()}.`,
      ...(tasks.length === 0 ? [] : [`${madeUp} ${worthOfBest(tasks, amplitude).toFixed(3)} of the optimum.`]),
    ],
    spaces: arenas.filter(isScored).map(({ name, table }) => ({ arena: name, title: titleOf(table.log) })),
    rows: inParts(
      rows.map((row) => counter.count(row, isDefault(row), resultsOf(row, arenas, extent, journal))),
      foreign,
    ),
  };
}

/** Carries out what the journal does not hold, each search once, though several rows be made of it. */
export async function searchAll(
  rows: readonly Row[],
  arenas: readonly Arena[],
  options: Omit<ScoreOptions, 'rows'>,
): Promise<void> {
  const { data, extent, jobs, journal, say } = options;
  const all = rows.flatMap((row) => arenas.flatMap((arena) => searchesOf(row, arena, arenas, extent)));
  const different = [...new Map(all.map((search) => [JSON.stringify(search), search])).values()];
  const missing = different.filter((search) => journal.get(search) === undefined);
  say(
    `${plural(rows.length, 'row')}, ${plural(arenas.length, 'table')}: ${missing.length} of ${different.length} searches are left to do`,
  );
  let done = 0;
  await carryOut(missing, data, jobs, (search, finished) => {
    journal.add(search, finished);
    say(`${++done}/${missing.length} ${described(search)}: ${finished.seconds.toFixed(1)} s`);
  });
}

/** What became of the searches of a row, all of which the journal holds. */
export function resultsOf(row: Row, arenas: readonly Arena[], extent: Extent, journal: Journal): Results {
  const found = arenas.map((arena) => {
    const searches = searchesOf(row, arena, arenas, extent);
    return [arena, searches.map((search) => journal.get(search)!)] as const;
  });
  return new Map(found.filter(([, searches]) => searches.length > 0));
}

/** What others reached stands below our own of the first part. */
function inParts(own: readonly RowFigures[], foreign: readonly RowFigures[]): readonly RowFigures[] {
  const first = own.filter(({ part }) => part === FIRST_PART);
  return [...first, ...foreign, ...own.filter(({ part }) => part !== FIRST_PART)];
}

/** A sentence on each file. */
export function arenasAbout(arenas: readonly Arena[], cutoff: number): readonly string[] {
  const logs = [...new Set(arenas.map(({ table }) => table.log))];
  return logs.map((log) => {
    const own = arenas.filter(({ table }) => table.log === log);
    const configs = own.reduce((sum, { table }) => sum + table.size, 0);
    const scored = own
      .filter(isScored)
      .map(({ landscape }) => `; P to ${plural(landscape.trialsTo(cutoff), 'trial')} (c = ${cutoff})`);
    return `${basename(log)}: ${plural(own.length, 'task')}, ${plural(configs, 'config')}${scored.join('')}.`;
  });
}

function described({ arena, settings, knowledge, seed }: Search): string {
  const known = knowledge.kind === 'none' ? '' : `, knows ${nameOf(knowledge)}`;
  return `${settings.explorer} ${settings.model}${known}, seed ${seed}, ${arena}`;
}

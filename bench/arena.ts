import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { TuneError, UsageError } from '../src/target/errors.js';
import { packageRoot } from '../src/target/root.js';
import { CUTOFF } from './methodology.js';
import { Journal } from './search/journal.js';
import { compactTables } from './markdown-table.js';
import { writePart } from './search/page.js';
import { MARKS } from './systems/figures.js';
import { STRATEGIES } from './systems/kernel-tuner.js';
import { toMarkdown } from './systems/markdown.js';
import { measure } from './systems/measure.js';
import { replaceRows } from './systems/replace-rows.js';
import type { System } from './systems/system.js';
import { systems } from './systems/systems.js';

interface Options {
  readonly data?: string;
  readonly seeds: number;
  readonly jobs: number;
  readonly quick?: true;
  readonly stdout?: true;
  readonly kept?: true;
  readonly times: boolean;
  readonly peers: readonly string[];
  readonly resume?: string;
  readonly only?: readonly string[];
}

/** Of a quick run, whose searches must be short. */
const QUICK = { seeds: 2, cutoff: 0.8 };

const program = new Command()
  .name('arena')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'What is here of the systems that tune learns from, and whether it helps: writes docs/benchmarks/systems.md.',
  )
  .option('--data <folder>', 'AutoTVM logs of several tasks, and Kernel Tuner caches (default: $TUNE_DATA)')
  .option('--seeds <n>', 'searches of each row on each table', wholeNumber, 30)
  .option('--jobs <n>', 'searches at once', wholeNumber, availableParallelism())
  .option('--resume <file>', 'keep finished searches in this file, and do not repeat those that it holds')
  .option(
    '--only <system>',
    'only its rows of the page are measured and written; may be given again',
    (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
  )
  .option('--stdout', 'to stdout in place of the page')
  .option('--peers <names>', 'strategies of Kernel Tuner beside, with commas', strategies, STRATEGIES)
  .option('--kept', 'search nothing: count what the file of --resume holds')
  .option('--no-times', 'leave out what searches take, which a busy machine does not show')
  .option('--quick', 'two seeds and a near cutoff, to stdout: shows that everything works, decides nothing')
  .action(
    async ({
      data = process.env['TUNE_DATA'],
      quick,
      seeds,
      jobs,
      resume,
      stdout,
      only,
      times,
      peers,
      kept,
    }: Options) => {
      if (data === undefined)
        throw new UsageError('There is nothing to search on: name a folder with --data or TUNE_DATA.');
      const extent = { ...(quick ? QUICK : { seeds, cutoff: CUTOFF }), trials: Math.max(...MARKS) };
      const chosen = only === undefined ? systems : named(only);
      const peerJournal = resume === undefined ? undefined : `${resume}.kernel-tuner`;
      const measured = await measure(chosen, {
        peers,
        data,
        extent,
        jobs,
        journal: new Journal(resume),
        peerJournal,
        isKept: kept === true,
        times,
        say,
      });
      const text = toMarkdown(chosen, measured);
      const page = join(packageRoot(), 'docs', 'benchmarks', 'systems.md');
      if (quick || stdout) process.stdout.write(`${text}\n`);
      else if (only === undefined) writePart(page, 'systems', text, 'arena');
      else
        writeFileSync(
          page,
          replaceRows(
            readFileSync(page, 'utf8'),
            compactTables(text),
            chosen.map(({ name }) => name),
          ),
        );
    },
  );

/** Throws UsageError for a system that there is none of. */
function named(names: readonly string[]): readonly System[] {
  return names.map((name) => {
    const found = systems.find((system) => system.name === name);
    if (found) return found;
    throw new UsageError(
      `There is no system "${name}": name some of ${systems.map((system) => system.name).join(', ')}.`,
    );
  });
}

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}

function strategies(text: string): readonly string[] {
  const names = text.split(',');
  const unknown = names.find((name) => !STRATEGIES.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no strategy "${unknown}" beside: name some of ${STRATEGIES.join(', ')}.`);
  return names;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return value;
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof TuneError)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}

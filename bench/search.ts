import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { TuneError, UsageError } from '../src/target/errors.js';
import { packageRoot } from '../src/target/root.js';
import { CUTOFF } from './methodology.js';
import { Journal } from './search/journal.js';
import { toMarkdown } from './search/markdown.js';
import { writePart } from './search/page.js';
import { score } from './search/scoreboard.js';
import type { Extent } from './search/searches.js';

interface Options {
  readonly data?: string;
  readonly seeds: number;
  readonly rows?: RegExp;
  readonly jobs: number;
  readonly quick?: true;
  readonly json?: string;
  readonly resume?: string;
  readonly write?: string;
}

/** Of a quick run, whose searches must be short. */
const QUICK: Extent = { seeds: 2, cutoff: 0.8 };

const program = new Command()
  .name('bench:search')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'The scoreboard of searches, on measurements that others made: docs/benchmarks/search.md says how to read it.',
  )
  .option('--data <folder>', 'AutoTVM logs, Kernel Tuner caches and trajectories (default: $TUNE_DATA)')
  .option('--seeds <n>', 'searches of each row on each table', wholeNumber, 10)
  .option('--rows <regex>', 'only rows whose name matches (default: all)', expression)
  .option('--jobs <n>', 'searches at once', wholeNumber, availableParallelism())
  .option('--quick', 'two seeds and a near cutoff: shows that everything works, decides nothing')
  .option('--resume <file>', 'keep finished searches in this file, and do not repeat those that it holds')
  .option('--json <file>', 'all figures as JSON')
  .option(
    '--write <part>',
    'put it into this part of docs/benchmarks/search.md (scoreboard, views); otherwise it goes to stdout',
  )
  .action(async ({ data = process.env['TUNE_DATA'], quick, seeds, rows = /./, jobs, ...files }: Options) => {
    if (data === undefined)
      throw new UsageError('There is nothing to search on: name a folder with --data or TUNE_DATA.');
    const extent = quick ? QUICK : { seeds, cutoff: CUTOFF };
    const board = await score({ data, extent, rows, jobs, journal: new Journal(files.resume), say });
    if (files.json !== undefined) writeFileSync(files.json, `${JSON.stringify(board, null, 1)}\n`);
    const text = toMarkdown(board);
    if (files.write !== undefined) writePart(join(packageRoot(), 'docs', 'benchmarks', 'search.md'), files.write, text);
    else process.stdout.write(`${text}\n`);
  });

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}

function expression(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new InvalidArgumentError('It must be a regular expression.');
  }
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

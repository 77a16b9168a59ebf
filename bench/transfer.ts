import { Command, InvalidArgumentError } from 'commander';
import { TuneError, UsageError } from '../src/target/errors.js';
import { readData } from './search/data.js';
import { readTrajectories } from './search/trajectories.js';
import { compare } from './transfer/compare.js';
import { toMarkdown } from './transfer/markdown.js';

interface Options {
  readonly data?: string;
  readonly seeds: number;
  readonly sources: string;
}

const program = new Command()
  .name('bench:transfer')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('What the first trials on a task reach when other tasks of its log were tuned: docs/design/search.md.')
  .option('--data <folder>', 'AutoTVM logs with their trajectories (default: $TUNE_DATA)')
  .option('--seeds <n>', 'searches of each row that draws at random', wholeNumber, 20)
  .option('--sources <tuner>', 'whose trials of the other tasks are known, of the trajectories: xgb, ga, random', 'xgb')
  .action(async ({ data = process.env['TUNE_DATA'], seeds, sources }: Options) => {
    if (data === undefined) throw new UsageError('There is nothing to read: name a folder with --data or TUNE_DATA.');
    const { arenas } = await readData(data);
    const searches = (await readTrajectories(data, arenas)).filter(({ tuner }) => tuner === sources);
    if (searches.length === 0)
      throw new UsageError(`"${data}" holds no trajectories of a tuner "${sources}": name another with --sources.`);
    const rows = await compare(searches, seeds, (words) => process.stderr.write(`${words}\n`));
    process.stdout.write(`${toMarkdown(rows)}\n`);
  });

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return value;
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof TuneError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { TuneError, UsageError } from '../src/target/errors.js';
import { packageRoot } from '../src/target/root.js';
import { writePart } from './search/page.js';
import { compareJoint } from './together/joint.js';
import { readNetworks } from './together/networks.js';
import { compareSchedulers } from './together/schedulers.js';

interface Options {
  readonly data?: string;
  readonly seeds: number;
  readonly part?: string;
  readonly write?: true;
}

const program = new Command()
  .name('bench:together')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Tasks that share a budget and learn from each other, on complete logs: docs/benchmarks/search.md.')
  .option('--data <folder>', 'AutoTVM logs of several tasks each (default: $TUNE_DATA)')
  .option('--seeds <n>', 'searches of each row', wholeNumber, 20)
  .addOption(new Option('--part <name>', 'only this one (default: both)').choices(['joint', 'schedulers']))
  .option('--write', 'put the tables into docs/benchmarks/search.md; otherwise they go to stdout')
  .action(async ({ data = process.env['TUNE_DATA'], seeds, part: only, write }: Options) => {
    if (data === undefined)
      throw new UsageError('There is nothing to search on: name a folder with --data or TUNE_DATA.');
    const networks = await readNetworks(data);
    for (const [part, compare] of [
      ['joint', compareJoint],
      ['schedulers', compareSchedulers],
    ] as const) {
      if (only !== undefined && only !== part) continue;
      const text = await compare(networks, seeds, say);
      if (write) writePart(join(packageRoot(), 'docs', 'benchmarks', 'search.md'), part, text, 'bench:together');
      else process.stdout.write(`${text}\n\n`);
    }
  });

function say(words: string): void {
  process.stderr.write(`${words}\n`);
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

import { loadavg } from 'node:os';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { Scratch } from '../src/measure/scratch.js';
import { TuneError } from '../src/target/errors.js';
import { fingerprint } from '../src/backend/cpu/fingerprint.js';
import type { Context } from './context.js';
import type { Figure } from './figures.js';
import { toJson, toText, type Report } from './report.js';
import { TuneRuns } from './runs.js';
import { sections } from './sections/registry.js';
import { compilerVersion } from '../src/measure/c-compiler.js';

interface Options {
  readonly seeds: number;
  readonly trials?: number;
  readonly threads: number;
  readonly quick?: boolean;
  readonly json?: true;
}

const usual = sections.filter(({ onRequest }) => !onRequest).map(({ name }) => name);

const program = new Command()
  .name('bench:main')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'The figures that tune must reach, as ratios within one run. Runs the tuner itself; leave the machine alone meanwhile.',
  )
  .addArgument(
    new Argument('[sections...]', 'which parts (default: all but live)').choices(sections.map(({ name }) => name)),
  )
  .option('--seeds <n>', 'tuning runs whose kernels are compared', wholeNumber, 3)
  .option('--trials <n>', 'trials of every tuning run (default: 256; quick: 48)', wholeNumber)
  .option('--threads <n>', 'threads of every kernel and library', wholeNumber, 1)
  .option('--quick', 'one seed, few trials and rounds: shows that everything works, decides nothing')
  .option('--json', 'the report as JSON on stdout')
  .addHelpText('after', ['\nSections:', ...sections.map((s) => `  ${s.name.padEnd(8)}${s.summary}`)].join('\n'))
  .action(async (names: readonly string[], options: Options) => {
    const report = await measure(names.length === 0 ? usual : names, options);
    process.stdout.write(options.json ? `${JSON.stringify(toJson(report), null, 2)}\n` : toText(report));
  });

async function measure(names: readonly string[], { seeds, trials, threads, quick = false }: Options): Promise<Report> {
  const scratch = new Scratch();
  const load = loadavg()[0]!;
  const context: Context = {
    threads,
    seeds: range(quick ? 1 : seeds),
    searchSeeds: range(quick ? 2 : Math.max(5, seeds)),
    rounds: { rounds: quick ? 9 : 51 },
    runs: new TuneRuns({ trials: trials ?? (quick ? 48 : 256), threads, scratch, say }),
    scratch,
    say,
    leftOut: [],
    contenders: new Map(),
  };
  const figures: Figure[] = [];
  const failures: string[] = [];
  try {
    for (const section of sections.filter(({ name }) => names.includes(name))) {
      await section.run(context).then(
        (lines) => figures.push(...lines),
        (error: unknown) => failures.push(`${section.name}: ${reasonOf(error)}`),
      );
    }
  } finally {
    scratch.close();
  }
  const { leftOut, contenders } = context;
  return {
    machine: fingerprint(),
    compiler: compilerVersion(),
    threads,
    quick,
    load,
    figures,
    failures,
    leftOut,
    contenders,
  };
}

/** A section that cannot be measured is reported in a sentence; a mistake of ours keeps its stack. */
function reasonOf(error: unknown): string {
  if (error instanceof TuneError) return error.message;
  throw error;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return value;
}

await program.parseAsync();

import { Option, type Command } from 'commander';
import { backends, defaultBackend } from '../../backend/registry.js';
import type { Operator } from '../../operator/operator.js';
import { settingsSchema } from '../../tuner/settings.js';
import type { TuneFlags } from '../flags.js';
import { wholeNumber } from '../options.js';
import type { Output } from '../output.js';
import { settingOptions } from '../setting-options.js';
import { shapeGiven, shapeOptionsOf } from '../shape-options.js';
import { historyOption, searchOptions } from './search-options.js';

/** Adds `tune <operator> [workload]` with the operator's own options before the common ones. */
export function addTuneCommand(program: Command, operator: Operator, output: Output): Command {
  const command = program
    .command(operator.name)
    .description(operator.summary)
    .argument('[workload]', `a named shape (\`tune list workloads ${operator.name}\`)`, undefined);
  for (const option of [...shapeOptionsOf(operator), ...commonOptions()]) command.addOption(option);
  command.addHelpText('after', examplesOf(operator));
  command.addHelpText('after', aboutGpus(operator));
  return command.action(async (workload: string | undefined, flags: TuneFlags & Record<string, unknown>) => {
    const { tuneCommand } = await import('./tune.js');
    await tuneCommand({ operator, workload, shape: shapeGiven(operator, flags), flags }, output);
  });
}

const option = settingOptions(settingsSchema);

/** What every operator has besides its shape. */
export function commonOptions(): readonly Option[] {
  return [
    targetOption(),
    threadsOption(),
    templateOption('templates that share the budget'),
    option('trials', '<n>'),
    option('minutes', '<m>'),
    option('earlyStop', '<n>'),
    ...searchOptions(),
    option('seed', '<n>'),
    historyOption(),
    new Option('--log <file>', 'appended to; trials of this task in it count as done (default: logs/<task>.jsonl)'),
    dryRunOption(),
    new Option('--json', 'events as JSON lines on stdout'),
  ];
}

/** `which`: what those that are named are for. */
export function templateOption(which: string): Option {
  return new Option(
    '--template <names>',
    `${which}, with commas, each by name or as a module of one’s own (./mine.js); "auto": all that apply; losers give their share up`,
  ).default('auto');
}

export function dryRunOption(): Option {
  return new Option(
    '--dry-run',
    'build configs drawn at random and report, for a CUDA target without a GPU, too; nothing is searched, timed or logged',
  );
}

export function threadsOption(): Option {
  return new Option('--threads <n>', 'threads of a kernel on CPUs (default: all cores)').argParser(
    wholeNumber('--threads', 1),
  );
}

export function targetOption(): Option {
  const examples = backends.flatMap((backend) => backend.examples.map((target) => `"${target}"`));
  return new Option('--target <target>', `what to generate for: ${examples.join(', ')}`).default(defaultBackend.kind);
}

function aboutGpus({ name }: Operator): string {
  return [
    `\nGPUs: --target cuda tunes on the GPU that is here, --target "cuda -arch=sm_90" --dry-run builds for one that is not;`,
    `\`tune list templates ${name}\` says what serves which target, \`tune list targets\` which architectures are known.`,
    'CUDA_VISIBLE_DEVICES chooses the GPU, CUDACXX names the nvcc to be used, CUDA_HOME or CUDA_PATH the toolkit.',
  ].join('\n');
}

function examplesOf({ name, workloads }: Operator): string {
  const first = Object.keys(workloads).at(0);
  return [
    '\nExamples:',
    `  $ tune ${name} --target llvm`,
    ...(first === undefined ? [] : [`  $ tune ${name} ${first} --trials 512 --threads 1 --seed 1`]),
    `  $ tune ${name} --json --log ${name}.jsonl | tail -1`,
  ].join('\n');
}

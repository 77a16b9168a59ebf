import { Option, type Command } from 'commander';
import { backends, defaultBackend } from '../../backend/registry.js';
import type { Operator } from '../../operator/operator.js';
import { settingsSchema } from '../../tuner/settings.js';
import { addCommand, examples, jsonOption } from '../command.js';
import { wholeNumber } from '../options.js';
import type { Output } from '../output.js';
import { settingOptions } from '../setting-options.js';
import { shapeGiven, shapeOptionsOf, type Flags } from '../shape-options.js';
import { farmOptions } from './farm-options.js';
import type { TuneFlags } from './tune.js';
import { historyOption, searchOptions } from './search-options.js';

/** Adds `tune <operator> [workload]` with the operator's own options before the common ones. */
export function addTuneCommand(program: Command, operator: Operator, output: Output): void {
  const common = commonOptions();
  const text = {
    name: operator.name,
    summary: operator.summary,
    arguments: { '[workload]': `a named shape (\`tune list workloads ${operator.name}\`)` },
    options: [...shapeOptionsOf(operator), ...common],
    notes: `${examplesOf(operator)}\n${aboutGpus(operator)}`,
  };
  addCommand(program, text, async (workload: string | undefined, given: Flags) => {
    const { tuneCommand } = await import('./tune.js');
    const keys = common.map((one) => one.attributeName()).filter((key) => given[key] !== undefined);
    const flags = Object.fromEntries(keys.map((key) => [key, given[key]])) as TuneFlags;
    await tuneCommand({ operator, workload, shape: shapeGiven(operator, given), flags }, output);
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
    new Option('--log <file>', 'log to append to; its trials of this task count as done (default: logs/<task>.jsonl)'),
    ...farmOptions(),
    dryRunOption(),
    jsonOption('events as JSON lines'),
  ];
}

/** `which`: what those that are named are for. */
export function templateOption(which: string): Option {
  return new Option(
    '--template <names>',
    `${which}, with commas, by name or as a module (./mine.js); "auto": all that apply; slower templates are dropped`,
  )
    .argParser((names) => names.split(','))
    .default('auto');
}

export function dryRunOption(): Option {
  return new Option(
    '--dry-run',
    'build random configs and report; times and logs nothing, and needs no GPU for CUDA targets',
  );
}

/** `--threads`; `which` says what they are. */
export function threadsOption(which = 'threads of a kernel on CPUs'): Option {
  return new Option('--threads <n>', `${which} (default: all cores)`).argParser(wholeNumber('--threads', 1));
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
  return examples(
    `tune ${name} --target llvm`,
    ...(first === undefined ? [] : [`tune ${name} ${first} --trials 512 --threads 1 --seed 1`]),
    `tune ${name} --json --log ${name}.jsonl | tail -1`,
  );
}

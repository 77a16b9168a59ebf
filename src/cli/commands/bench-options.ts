import { Option, type Command } from 'commander';
import { benchSchema } from '../../bench/settings.js';
import type { BenchFlags } from '../flags.js';
import { wholeNumbers } from '../options.js';
import type { Output } from '../output.js';
import { settingOptions } from '../setting-options.js';
import type { RunInside } from './bench.js';

/** Adds `tune bench [suite]`. `tune`: runs another command line of tune inside of this one. */
export function addBenchCommand(program: Command, output: Output, tune: RunInside): Command {
  const command = program
    .command('bench')
    .description('our kernels beside other libraries, in one run')
    .argument('[suite]', 'gemm, resnet18 or mobilenet (default: all)', undefined);
  for (const option of options()) command.addOption(option);
  command.addHelpText('after', notes);
  return command.action(async (suite: string | undefined, flags: BenchFlags) => {
    const { benchCommand } = await import('./bench.js');
    await benchCommand({ suite, flags, tune }, output);
  });
}

function options(): readonly Option[] {
  const option = settingOptions(benchSchema);
  return [
    new Option('--threads <list>', 'numbers of threads, as 1,2 (default: 1 and all cores)').argParser(
      wholeNumbers('--threads', 1),
    ),
    new Option('--workload <name...>', 'only these workloads (default: all of the suite)'),
    new Option(
      '--log <log...>',
      'logs with our kernels; the last takes what --trials tunes (default: those that come with tune, and logs/bench.jsonl)',
    ),
    option('trials', '<n>'),
    option('rounds', '<n>'),
    new Option('--json', 'an array of rows on stdout'),
    new Option('--markdown <file>', 'write the tables as Markdown, too'),
    new Option('--svg <file>', 'draw a bar chart, too'),
  ];
}

const notes = `
Everything in a row is timed in one run, in turns. The ratio says how many times as fast our kernel is as the fastest
library that is as free to choose layouts. Exits with 1 when a kernel of ours fails or a row cannot be timed.

Libraries that are not installed are named and left out; on Debian:
  apt-get install libopenblas-dev libblis-dev libdnnl-dev

Examples:
  $ tune bench resnet18 --threads 1
  $ tune bench gemm --workload gemm.512 gemm.1024+constant-B --svg gemm.svg
  $ tune bench mobilenet --trials 128 --log mobilenet.jsonl --json`;

import { Option, type Command } from 'commander';
import { benchSchema } from '../../products/bench/settings.js';
import type { Operator } from '../../operator/operator.js';
import { addCommand, jsonOption } from '../command.js';
import type { BenchFlags } from './bench.js';
import { templateFile, wholeNumbers } from '../options.js';
import type { Output } from '../output.js';
import { settingOptions } from '../setting-options.js';
import type { Flags } from '../shape-options.js';

/** Adds `tune bench [what...]` for these operators; their shape options are added later. */
export function addBenchCommand(program: Command, operators: readonly Operator[], output: Output): Command {
  return addCommand(
    program,
    {
      name: 'bench',
      summary: 'compare our kernels with other libraries, in one run',
      arguments: {
        '[what...]':
          'a suite (gemm, resnet18 or mobilenet, each also with -int8 or -bf16 behind it for that type, or ' +
          'unseen-like), an operator with a shape, or logs (default: all suites)',
      },
      options: benchOptions(),
      notes,
    },
    async (what: readonly string[], flags: BenchFlags & Flags) => {
      const { benchCommand } = await import('./bench.js');
      await benchCommand({ what, flags, operators }, output);
    },
  );
}

/** What it has besides the shapes. */
export function benchOptions(): readonly Option[] {
  const option = settingOptions(benchSchema);
  return [
    new Option(
      '--threads <list>',
      'numbers of threads, as 1,2 (default: 1 and all cores; of logs, those that they were tuned for)',
    ).argParser(wholeNumbers('--threads', 1)),
    new Option('--workload <name...>', 'only these workloads (default: all)'),
    new Option(
      '--log <log...>',
      'logs with our kernels; the last takes what --trials tunes (default: those that come with tune, and logs/bench.jsonl)',
    ),
    templateFile(),
    option('trials', '<n>'),
    option('rounds', '<n>'),
    jsonOption('an array of rows'),
    new Option('--markdown <file>', 'write the tables as Markdown, too'),
    new Option('--svg <file>', 'draw a bar chart, too'),
  ];
}

const notes = `
An operator is followed by a named shape or its options, as with \`tune <operator>\`: the same words are the same
workload, so that --layout is NCHW unless you say any. Of logs, all workloads for processors are compared, with the
kernels that they hold; what belongs to a suite and what is in a log are compared in runs of their own. A workload that
no log has is timed with the kernel that is chosen without a trial.

Everything in a row is timed in one run, in turns. The ratio says how many times as fast our kernel is as the fastest
library that is no freer to choose layouts. Exits with 1 when a kernel of ours fails or a row cannot be timed.

Libraries that are not installed are named and left out; on Debian:
  apt-get install libopenblas-dev libblis-dev libxsmm-dev
oneDNN from PyPI, and ONNX Runtime's kernels: by scripts, which are named with their paths where they are missing

Examples:
  $ tune bench resnet18 --threads 1
  $ tune bench gemm --workload gemm.512 gemm.1024+constant-B --svg gemm.svg
  $ tune bench conv2d --in-channels 32 --height 28 --width 28 --out-channels 64 --kernel 3 --pad 1 --trials 64
  $ tune bench logs/conv2d.resnet18.C2.jsonl
  $ tune bench logs/conv1d.jsonl --template ./conv1d.js
  $ tune bench mobilenet --trials 128 --log mobilenet.jsonl --json`;

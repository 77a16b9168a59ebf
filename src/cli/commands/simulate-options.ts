import { Option, type Command } from 'commander';
import { networkSchema } from '../../network/schedule/network-settings.js';
import { simulationSchema } from '../../tuner/settings.js';
import { addCommand, jsonOption } from '../command.js';
import { positiveNumbers } from '../options.js';
import type { Output } from '../output.js';
import { settingOptions } from '../setting-options.js';
import type { SimulateFlags } from './simulate.js';
import { historyOption, searchOptions } from './search-options.js';

/** Adds `tune simulate LOG...`. */
export function addSimulateCommand(program: Command, output: Output): void {
  const text = {
    name: 'simulate',
    summary: 'run a search on a complete log instead of a device',
    arguments: { '<log...>': 'one or more AutoTVM v0.2 logs or Kernel Tuner caches (.gz and .br, too)' },
    options: options(),
    notes,
  };
  addCommand(program, text, async (logs: string[], flags: SimulateFlags) => {
    const { simulateCommand } = await import('./simulate.js');
    await simulateCommand(logs, flags, output);
  });
}

function options(): readonly Option[] {
  const option = settingOptions(simulationSchema);
  return [
    new Option('--task <task>', 'only these tasks: number, name or part of it (1,3, or repeated)').argParser(
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    ),
    ...searchOptions(),
    option('trials', '<n>'),
    option('seed', '<n>'),
    option('seeds', '<n>'),
    historyOption(),
    new Option('--together', 'run all tasks on one budget of --trials, as layers of a network'),
    new Option('--weights <list>', 'together: calls of each task in the network, as 1,2,1 (default: 1 each)').argParser(
      positiveNumbers('--weights'),
    ),
    schedulerOption(),
    new Option('--alone', `together: ${networkSchema.shape.alone.description ?? ''}`),
    new Option('--strict', 'refuse logs that are incomplete or damaged'),
    jsonOption('a JSON line per task and seed'),
  ];
}

/** Without a default of its own, so that it is known whether it was given. */
function schedulerOption(): Option {
  const { description = '' } = networkSchema.shape.scheduler;
  const { scheduler } = networkSchema.parse({});
  return new Option('--scheduler <name>', `together: ${description} (default: "${scheduler}")`);
}

const notes = `
A log that holds a time for every config of a space answers for the device: the search is that of \`tune <operator>\`,
and costs no measurements. A fraction is the best throughput so far / the best of the table; configs that failed cost a
trial. The same seed gives the same search. Of an incomplete log, the configs that are there are the space. What the
logs of --history say of the very measurements that are simulated is left out, so that a log with several tasks can be
its own history.

Several explorers or models, with commas between them, are compared in one table: medians over the seeds with an interval,
and which are statistically tied with the best.

With --together a scheduler chooses which task gets the next batch, and the tasks learn from each other unless --alone.
The latency of the network is the sum of weight times best time.

Examples:
  $ tune simulate vgg16.jsonl.gz --seeds 10
  $ tune simulate vgg16.jsonl.gz --task 3 --task 7 --explorer random --trials 256
  $ tune simulate vgg16.jsonl.gz --explorer portfolio,sa,random --seeds 10
  $ tune simulate gemm.json.gz --seeds 25 --strict --json > searches.jsonl
  $ tune simulate vgg16.jsonl.gz --history vgg16.jsonl.gz
  $ tune simulate vgg16.jsonl.gz --together --weights 1,1,1,1,1,2,1,2,3 --trials 288 --seeds 10`;

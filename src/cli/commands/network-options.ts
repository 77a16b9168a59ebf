import { Option, type Command } from 'commander';
import { networkSettingsSchema } from '../../network/live/settings.js';
import { networks } from '../../network/named/registry.js';
import type { NetworkFlags } from '../flags.js';
import type { Output } from '../output.js';
import { settingOptions } from '../setting-options.js';
import { historyOption, searchOptions } from './search-options.js';
import { targetOption, threadsOption } from './tune-options.js';

const option = settingOptions(networkSettingsSchema);

/** Adds `tune network NAME|FILE`. */
export function addNetworkCommand(program: Command, output: Output): Command {
  const command = program
    .command('network')
    .description('many workloads on one budget: a known network, a list of layers, or what a log holds')
    .argument('<network>', `${networks.map(({ name }) => name).join(', ')}, a list (.json, .yaml), or a log`);
  for (const one of options()) command.addOption(one);
  return command.addHelpText('after', notes).action(async (network: string, flags: NetworkFlags) => {
    const { networkCommand } = await import('./network.js');
    await networkCommand(network, flags, output);
  });
}

function options(): readonly Option[] {
  return [
    targetOption(),
    threadsOption(),
    option('trials', '<n>'),
    option('minutes', '<m>'),
    option('earlyStop', '<n>'),
    option('scheduler', '<name>'),
    new Option('--alone', networkSettingsSchema.shape.alone.description),
    ...searchOptions(),
    option('seed', '<n>'),
    historyOption(),
    new Option(
      '--log <file>',
      'appended to; trials of the layers in it count as done (default: logs/<network>.jsonl, or the log that is the network)',
    ),
    new Option('--json', 'events as JSON lines on stdout'),
  ];
}

const notes = `
A list is a YAML or JSON file of layers: an operator, its workload or shape options, how often the network calls it
(weight, default 1), and a name, if it shall have another than its workload's:

  - { operator: conv2d, workload: resnet18.C2, weight: 4 }
  - { operator: conv2d, in-channels: 64, height: 56, width: 56, out-channels: 128, kernel: 3, pad: 1, weight: 2 }
  - { operator: dense, m: 1, n: 1000, k: 512, name: fc }

The workloads of a log count once each. docs/network.md walks through a run.

Examples:
  $ tune network resnet18
  $ tune network layers.yaml --trials 500 --threads 1
  $ tune network resnet18 --trials 0 --history logs/shipped/resnet18-zen4.jsonl.br
  $ tune network resnet18 --json | tail -1`;

import { Option } from 'commander';
import { explorers } from '../../explorer/registry.js';
import { models } from '../../model/registry.js';
import { fraction, wholeNumber } from '../options.js';

/** What `tune <operator>` and `tune simulate` have in common, as commander hands it over. */
export interface SearchFlags {
  readonly explorer: string;
  readonly model: string;
  readonly features?: string;
  readonly acquisition: string;
  readonly selection: string;
  readonly epsilon: number;
  readonly batchSize?: number;
  readonly history?: readonly string[];
}

/** How a search chooses its trials. */
export function searchOptions(): readonly Option[] {
  return [
    new Option('--explorer <name>', `how the next trials are chosen: ${namesOf(explorers)}`).default('sa'),
    new Option('--model <name>', `what the explorer predicts times with: ${namesOf(models)}`).default('xgb-rank'),
    new Option('--features <names>', 'what the model sees, with commas: knobs, values, loops, curve (default: knobs)'),
    new Option('--acquisition <name>', 'what a prediction is worth: mean, ei, ucb').default('mean'),
    new Option('--selection <name>', 'how a batch is chosen: top-k, epsilon-greedy, diversity').default(
      'epsilon-greedy',
    ),
    new Option('--epsilon <share>', 'share of trials drawn at random').default(0.05).argParser(fraction('--epsilon')),
    new Option('--batch-size <n>', 'trials between two fits of the model (default: by the tuner)').argParser(
      wholeNumber('--batch-size', 1),
    ),
  ];
}

function namesOf(registry: object): string {
  return Object.keys(registry).join(', ');
}

export function historyOption(): Option {
  return new Option('--history <log...>', 'learn from these logs first');
}

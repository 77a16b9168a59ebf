import { Option } from 'commander';
import { searchSchema } from '../../tuner/settings.js';
import { settingOptions } from '../setting-options.js';

const option = settingOptions(searchSchema);

/** How a search chooses its trials. */
export function searchOptions(): readonly Option[] {
  return [
    option('explorer', '<name>'),
    option('model', '<name>'),
    option('trainer', '<name>'),
    option('features', '<names>'),
    option('pretrained', '<file>'),
    option('prune', '<share>'),
    option('acquisition', '<name>'),
    option('selection', '<name>'),
    option('epsilon', '<share>'),
    option('batchSize', '<n>'),
  ];
}

export function historyOption(): Option {
  return new Option('--history <log...>', 'learn from these logs before the first trial');
}

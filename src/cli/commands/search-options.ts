import { Option } from 'commander';
import { searchSchema, type SearchSettings } from '../../tuner/settings.js';
import { settingOptions } from '../setting-options.js';

/** What `tune <operator>` and `tune simulate` have in common, as commander hands it over; what is absent is as always. */
export interface SearchFlags extends Partial<Omit<SearchSettings, 'features' | 'firstBatch'>> {
  /** With commas. */
  readonly features?: string;
  readonly history?: readonly string[];
}

const option = settingOptions(searchSchema);

/** How a search chooses its trials. */
export function searchOptions(): readonly Option[] {
  return [
    option('explorer', '<name>'),
    option('model', '<name>'),
    option('features', '<names>'),
    option('acquisition', '<name>'),
    option('selection', '<name>'),
    option('epsilon', '<share>'),
    option('batchSize', '<n>'),
  ];
}

export function historyOption(): Option {
  return new Option('--history <log...>', 'learn from these logs first');
}

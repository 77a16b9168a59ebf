import { explorers } from '../explorer/registry.js';
import { models } from '../model/registry.js';
import type { Settings } from '../tuner/events.js';
import type { SearchFlags } from './commands/search-options.js';
import { oneOf } from './options.js';

/** Small batches learn sooner; the first gives the model something to compare. */
const defaultBatchSize = 8;
const defaultFirstBatch = 12;

/** The settings of a search that its options give. Throws UsageError for an explorer or a model that does not exist. */
export function searchSettings(
  flags: SearchFlags,
): Pick<Settings, 'explorer' | 'model' | 'epsilon' | 'batchSize' | 'firstBatch'> {
  return {
    explorer: oneOf('explorer', Object.keys(explorers))(flags.explorer),
    model: oneOf('model', Object.keys(models))(flags.model),
    epsilon: flags.epsilon,
    batchSize: flags.batchSize ?? defaultBatchSize,
    firstBatch: flags.batchSize ?? defaultFirstBatch,
  };
}

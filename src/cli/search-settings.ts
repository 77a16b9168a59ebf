import { acquisitions } from '../explorer/acquisition/registry.js';
import { explorers } from '../explorer/registry.js';
import { selections } from '../explorer/selection/registry.js';
import { views, type ViewName } from '../features/registry.js';
import { models } from '../model/registry.js';
import type { Settings } from '../tuner/events.js';
import type { SearchFlags } from './commands/search-options.js';
import { oneOf } from './options.js';

function viewNames(text: string): ViewName[] {
  const names = text.split(',').map((name) => oneOf('feature', Object.keys(views))(name.trim()));
  return [...new Set(names)] as ViewName[];
}

/** The settings of a search that its options give. Throws UsageError for an explorer or a model that does not exist. */
export function searchSettings(
  flags: SearchFlags,
): Pick<
  Settings,
  'explorer' | 'model' | 'features' | 'acquisition' | 'selection' | 'epsilon' | 'batchSize' | 'firstBatch'
> {
  return {
    explorer: oneOf('explorer', Object.keys(explorers))(flags.explorer),
    model: oneOf('model', Object.keys(models))(flags.model),
    features: viewNames(flags.features ?? 'knobs'),
    acquisition: oneOf('acquisition', Object.keys(acquisitions))(flags.acquisition),
    selection: oneOf('selection', Object.keys(selections))(flags.selection),
    epsilon: flags.epsilon,
    ...(flags.batchSize !== undefined && { batchSize: flags.batchSize, firstBatch: flags.batchSize }),
  };
}

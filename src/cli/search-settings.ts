import { acquisitions } from '../explorer/acquisition/registry.js';
import { explorers } from '../explorer/registry.js';
import { selections } from '../explorer/selection/registry.js';
import { views } from '../features/registry.js';
import { models } from '../model/registry.js';
import { trainers } from '../model/trainer/registry.js';
import { searchSchema, type SearchSettings } from '../tuner/settings.js';
import type { SearchFlags } from './flags.js';
import { oneOf } from './options.js';

/** Settings that name something, and what there is of these. */
const registries = {
  explorer: explorers,
  model: models,
  trainer: trainers,
  acquisition: acquisitions,
  selection: selections,
} as const;

/**
 * The settings of a search that its options give; a batch size is that of the first batch, too. Throws UsageError for
 * an explorer, a model and the like that do not exist.
 */
export function searchSettings({ features, ...flags }: SearchFlags): SearchSettings {
  for (const [kind, registry] of Object.entries(registries)) {
    const name = flags[kind as keyof typeof registries];
    if (name !== undefined) oneOf(kind, Object.keys(registry))(name);
  }
  return searchSchema.parse({
    ...flags,
    ...(features !== undefined && { features: viewNames(features) }),
    ...(flags.batchSize !== undefined && { firstBatch: flags.batchSize }),
  });
}

function viewNames(text: string): readonly string[] {
  return [...new Set(text.split(',').map((name) => oneOf('feature', Object.keys(views))(name.trim())))];
}

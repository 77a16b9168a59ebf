import { dryRunLayers } from '../network/session/dry-run.js';
import type { NetworkOptions } from '../network/session/network-options.js';
import type { NetworkDryRunEvent } from '../tuner/dry-run-events.js';

/**
 * The same as `dryRun` of the layers of a network, which take turns; of a model, of those that are worth a search.
 * Throws as `network`, which would follow with the same options, and UsageError for options of a model's library.
 */
export function dryRunNetwork(options: NetworkOptions): AsyncGenerator<NetworkDryRunEvent, void, void> {
  return dryRunLayers(options);
}

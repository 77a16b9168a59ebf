import type { SearchSettings } from '../tuner/settings.js';
import type { SearchFlags } from './flags.js';

/** The options of a search that its flags give, as the library takes them: it knows what there is. */
export function searchOptionsOf({
  features,
  history,
  explorer,
  model,
  acquisition,
  selection,
  epsilon,
  batchSize,
}: SearchFlags): Partial<SearchSettings> & { readonly history?: readonly string[] } {
  const given = { explorer, model, acquisition, selection, epsilon, batchSize, history, features: views(features) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** With commas, each counts once. */
function views(text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : [...new Set(text.split(',').map((name) => name.trim()))];
}

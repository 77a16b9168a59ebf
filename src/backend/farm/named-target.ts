import type { Backend } from '../backend.js';
import type { FarmSide, NamedTarget } from '../capabilities/serve-farm.js';
import { backendNamed } from '../registry.js';
import { requireCapability } from '../require-capability.js';
import { readOptions, wordsOf, type Options } from '../target-string.js';

interface Named {
  readonly backend: Backend;
  readonly side: FarmSide;
  readonly options: Options;
}

/** What a farm knows of a target string. Throws UsageError for unknown words, and for kinds without farms. */
export function farmTarget(text: string): Named {
  const backend = backendNamed(text);
  const { farm: side } = requireCapability(backend, 'farm', 'farm');
  const [, ...words] = wordsOf(text);
  return { backend, side, options: readOptions(backend.kind, backend.options, words) };
}

/** The same, read in full: no compiler is asked for what the target names. Throws as `FarmSide.read`. */
export function readFarmTarget(text: string, runner?: string): Named & { readonly target: NamedTarget } {
  const named = farmTarget(text);
  return { ...named, target: named.side.read(named.options, runner) };
}

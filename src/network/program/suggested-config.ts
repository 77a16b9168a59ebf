/** A config for a task that nobody measured. */
import type { Config } from '../../space/config.js';
import type { Task } from '../../templates/template.js';
import { nearestConfigs } from '../../explorer/nearest-config.js';

/** Configs around a suggestion that are asked whether they serve. */
const MOST_ASKED = 256;

/**
 * What its template suggests first, or else the first config that there is, or of the configs around that the first
 * which serves; undefined where there is none.
 */
export function suggestedConfig(
  { template, workload, target, space }: Task,
  serves: (config: Config) => boolean = () => true,
): Config | undefined {
  const suggestions = template.suggestions?.(workload, target) ?? [];
  for (const values of suggestions) {
    const found = nearestConfigs(space, values).next();
    if (!found.done && serves(found.value)) return found.value;
  }
  const index = space.nextValid(0);
  if (index === undefined) return undefined;
  const first = space.get(index);
  if (suggestions.length === 0 && serves(first)) return first;
  let asked = 0;
  for (const config of nearestConfigs(space, suggestions[0] ?? first.values)) {
    if (serves(config)) return config;
    if (++asked === MOST_ASKED) return undefined;
  }
  return undefined;
}

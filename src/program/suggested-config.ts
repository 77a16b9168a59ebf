/** A config for a task that nobody measured. */
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import { nearestConfigs } from '../transfer/nearest-config.js';

/** What its template suggests first, or the first config that there is; undefined where the space has none. */
export function suggestedConfig({ template, workload, target, space }: Task): Config | undefined {
  for (const values of template.suggestions?.(workload, target) ?? []) {
    const found = nearestConfigs(space, values).next();
    if (!found.done) return found.value;
  }
  const first = space.nextValid(0);
  return first === undefined ? undefined : space.get(first);
}

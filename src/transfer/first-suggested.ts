import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import { nearestConfigs } from '../explorer/nearest-config.js';

/** The config nearest to the first suggestion of a task's template; undefined where it suggests none. */
export function firstSuggested({ template, workload, target, space }: Task): Config | undefined {
  const [first] = template.suggestions?.(workload, target) ?? [];
  if (!first) return undefined;
  const found = nearestConfigs(space, first).next();
  return found.done ? undefined : found.value;
}

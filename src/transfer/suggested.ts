import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { Prior } from '../model/prior.js';
import { counterpart } from './warm-starts.js';

/** What is known from other tasks, and then what the task's template suggests to begin with. */
export function withSuggestions(prior: Prior, { template, workload, target, space }: Task): Prior {
  const suggested = template.suggestions?.(workload, target) ?? [];
  const configs = suggested.flatMap((values): Config | [] => counterpart(space, values) ?? []);
  const starts = new Map([...prior.warmStarts, ...configs].map((config) => [config.index, config]));
  return { ...prior, warmStarts: [...starts.values()] };
}

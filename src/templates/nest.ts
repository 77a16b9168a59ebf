/** From a task and a config to the loop nest that everything else is made of. */
import { lower, featureNest } from '../ir/lower.js';
import type { Nest } from '../ir/nest.js';
import type { Config } from '../space/config.js';
import type { Task } from './template.js';

/** The loop nest of a config. Throws InstantiationError, with the reason, where the config cannot be instantiated. */
export function nestOf({ template, workload, target }: Task, config: Config): Nest {
  return lower(template.schedule(workload, target, config));
}

/** What features of a config are read from: its feature nest. Throws InstantiationError as `nestOf` does. */
export function featureNestOf({ template, workload, target }: Task, config: Config): Nest {
  return featureNest(template.schedule(workload, target, config));
}

/** From a task and a config to source text: schedule → loop nest → C or CUDA. */
import { generateC } from './cpu/codegen/c.js';
import { generateCuda } from './cuda/codegen/cuda.js';
import type { Kernel } from '../codegen/kernel.js';
import { lower, outline } from '../ir/lower.js';
import type { Nest } from '../ir/nest.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';

export { InstantiationError } from '../ir/errors.js';

/** The loop nest of a config. Throws InstantiationError, with the reason, where the config cannot be instantiated. */
export function nestOf({ template, workload, target }: Task, config: Config): Nest {
  return lower(template.schedule(workload, target, config));
}

/** What features of a config are read from: the outline of its nest. Throws InstantiationError as `nestOf` does. */
export function outlineOf({ template, workload, target }: Task, config: Config): Nest {
  return outline(template.schedule(workload, target, config));
}

/** The kernel of a config. Throws InstantiationError, with the reason, where the config cannot be instantiated. */
export function generate(task: Task, config: Config): Kernel {
  const nest = nestOf(task, config);
  return task.target.model === 'simt' ? generateCuda(nest) : generateC(nest, task.target);
}

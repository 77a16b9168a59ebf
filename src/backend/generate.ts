import type { Kernel } from '../codegen/kernel.js';
import type { Config } from '../space/config.js';
import { nestOf } from '../templates/nest.js';
import type { Task } from '../templates/template.js';
import { backendOf } from './registry.js';

/**
 * The kernel of a config: schedule, loop nest, source text in the language of the target's backend. Throws
 * InstantiationError, with the reason, where the config cannot be instantiated.
 */
export function generate(task: Task, config: Config): Kernel {
  return backendOf(task.target).generate(nestOf(task, config), task.target);
}

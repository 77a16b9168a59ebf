import type { DeviceKernel } from '../ir/device-kernel.js';
import type { Config } from '../space/config.js';
import { nestOf } from '../templates/nest.js';
import type { Task } from '../templates/template.js';
import { backendOf } from './registry.js';
import { requireCapability } from './require-capability.js';

/**
 * The kernel of a config: schedule, loop nest, source text in the language of the target's backend; or source of the
 * user's, wrapped. Throws InstantiationError, with the reason, where the config cannot be instantiated, UsageError
 * where targets of its kind take no source.
 */
export function generate(task: Task, config: Config): DeviceKernel {
  const { template, workload, target } = task;
  const backend = backendOf(target);
  if (template.gives === 'source') {
    const able = requireCapability(backend, 'wrapSource', 'your own source');
    return able.wrapSource(template.source(workload, target, config), target);
  }
  return backend.generate(nestOf(task, config), target);
}

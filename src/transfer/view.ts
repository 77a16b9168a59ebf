import type { Featurizer } from '../features/featurizer.js';
import { featurizer, type ViewName } from '../features/registry.js';
import { InstantiationError } from '../ir/errors.js';
import type { Nest } from '../ir/nest.js';
import type { Config } from '../space/config.js';
import { UsageError } from '../target/errors.js';
import type { WorkloadArg } from '../operator/operator.js';
import type { Task } from '../templates/template.js';
import { featureNestOf } from '../templates/nest.js';

/** What a model sees of a task's configs: these views, side by side. */
export function viewOf(task: Task, names: readonly ViewName[]): Featurizer {
  const { space, workload } = task;
  const sizes = new Map(Object.entries(workload.shape).flatMap(([name, value]) => sizesIn(name, value)));
  return featurizer(names, { space, nest: (config) => nestIn(task, config), sizes });
}

/** The numbers of a field of a shape, each under a name: `kernel[0]`. */
function sizesIn(name: string, value: WorkloadArg | undefined): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[name, value]];
  if (!Array.isArray(value)) return [];
  return (value as readonly WorkloadArg[]).flatMap((item, place) => sizesIn(`${name}[${place}]`, item));
}

/** A config of which a template of the user's makes no schedule has no nest: its trial fails, and tells why. */
function nestIn(task: Task, config: Config): Nest {
  try {
    return featureNestOf(task, config);
  } catch (error) {
    throw task.template.module && error instanceof UsageError ? new InstantiationError(error.message) : error;
  }
}

import type { Featurizer } from '../features/featurizer.js';
import { featurizer, type ViewName } from '../features/registry.js';
import { InstantiationError } from '../ir/errors.js';
import type { Nest } from '../ir/nest.js';
import type { Config } from '../space/config.js';
import { UsageError } from '../target/errors.js';
import type { Task } from '../templates/template.js';
import { featureNestOf } from '../templates/nest.js';

/** What a model sees of a task's configs: these views, side by side. */
export function viewOf(task: Task, names: readonly ViewName[]): Featurizer {
  return featurizer(names, { space: task.space, nest: (config) => nestIn(task, config) });
}

/** A config of which a template of the user's makes no schedule has no nest: its trial fails, and tells why. */
function nestIn(task: Task, config: Config): Nest {
  try {
    return featureNestOf(task, config);
  } catch (error) {
    throw task.template.module && error instanceof UsageError ? new InstantiationError(error.message) : error;
  }
}

import type { Featurizer } from '../features/featurizer.js';
import { featurizer, type ViewName } from '../features/registry.js';
import type { Task } from '../templates/template.js';
import { featureNestOf } from '../templates/nest.js';

/** What a model sees of a task's configs: these views, side by side. */
export function viewOf(task: Task, names: readonly ViewName[]): Featurizer {
  return featurizer(names, { space: task.space, nest: (config) => featureNestOf(task, config) });
}

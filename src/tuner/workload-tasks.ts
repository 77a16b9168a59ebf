import { formatTarget } from '../backend/registry.js';
import { workloadKey } from '../log/record/key.js';
import type { TaskId } from '../log/record/trials.js';
import type { Operator } from '../operator/operator.js';
import type { Task } from '../templates/template.js';

/** Tasks of one workload, one a template. */
export interface WorkloadTasks {
  readonly operator: Operator;
  readonly tasks: readonly Task[];
}

/** The task, as records name it. */
export function idOf(operator: Operator, { template, target, workload }: Task): TaskId {
  return { target: formatTarget(target), task: template.name, args: operator.encode(workload) };
}

/** What records of the tasks share, those of AutoTVM and ours. */
export function keysOf({ operator, tasks }: WorkloadTasks): readonly string[] {
  const ids = tasks.map((task) => idOf(operator, task));
  return ids.flatMap((id) => [id, { ...id, tune: { operator: operator.name } }]).map(workloadKey);
}

import type { WorkloadArg } from '../operator/operator.js';
import { targetKey, taskKey } from '../log/record/key.js';
import type { TuneRecord } from '../log/record/record.js';
import type { KnownTrial } from '../log/record/trials.js';
import { operatorOf } from '../templates/task.js';
import { formatTarget } from '../backend/registry.js';
import type { Hardware } from '../log/record/hardware.js';
import type { Task } from '../templates/template.js';

/** What was measured of one template, workload, target and machine, so that its times compare. */
export interface TaskHistory {
  readonly task: Task;
  /** Whether the template is ours; otherwise the task is a space under a name, whose configs have no loop nests. */
  readonly isOurs: boolean;
  /** A text that histories share exactly when they are of the same work, wherever it was measured. */
  readonly work: string;
  /** The same for histories that are of one machine and target, too. */
  readonly identity: string;
  readonly hardware: Hardware;
  /** What tells how large the work is. */
  readonly args: readonly WorkloadArg[];
  /** One a config, in the order in which they were measured, as `selectBest` counts it: the last time. */
  readonly trials: readonly KnownTrial[];
}

/**
 * What was measured of a task of ours. `identity`: of the records (`identityOf`). `fingerprint`: of the machine, where
 * it is known.
 */
export function historyOfTask(
  task: Task,
  identity: string,
  trials: readonly KnownTrial[],
  fingerprint?: string,
): TaskHistory {
  const args = operatorOf(task).encode(task.workload);
  const work = JSON.stringify([task.template.name, args]);
  const hardware = { target: formatTarget(task.target), fingerprint };
  return { task, isOurs: true, work, identity, hardware, args, trials };
}

/** A text that histories share exactly when they are of one workload, target and machine, whatever their template. */
export function placeOf({ task, isOurs, identity, hardware, args }: TaskHistory): string {
  return isOurs
    ? JSON.stringify([task.workload.operator, args, targetKey(hardware.target), hardware.fingerprint])
    : identity;
}

/** `fingerprint`: of the machine, where it is known. */
export function identityOf(
  record: Pick<TuneRecord, 'target' | 'task' | 'args'>,
  fingerprint: string | undefined,
): string {
  return JSON.stringify([taskKey(record), fingerprint]);
}

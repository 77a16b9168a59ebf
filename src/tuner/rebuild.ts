import { ownKernels } from '../backend/own-kernels.js';
import type { Operator } from '../operator/operator.js';
import type { TuneRecord } from '../log/record/record.js';
import { taskOf } from '../log/record/task.js';
import type { Config } from '../space/config.js';
import { fromEntities } from '../space/entity.js';
import type { Known } from '../templates/known.js';
import { operatorOf } from '../templates/task.js';
import type { Task } from '../templates/template.js';

/** A record turned back into what it was made from. */
export interface RebuiltTask {
  readonly operator: Operator;
  readonly task: Task;
  readonly config: Config;
}

/**
 * Rebuilds task and config from what a record says, and from nothing else. A record is untrusted: what `taskOf` checks,
 * and every knob value, are checked against what is known here. Throws UsageError with the first thing that is not as
 * it should be, MissingError as `taskOf` does.
 */
export function rebuild(record: TuneRecord, known: Known = ownKernels): RebuiltTask {
  const task = taskOf(record, known);
  return { operator: operatorOf(task), task, config: fromEntities(task.space, record.entity) };
}

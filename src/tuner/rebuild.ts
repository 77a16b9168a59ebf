import { findOperator } from '../operator/registry.js';
import type { Operator } from '../operator/operator.js';
import type { TuneRecord } from '../record/record.js';
import { taskOf } from '../record/task.js';
import type { Config } from '../space/config.js';
import { fromEntities } from '../space/entity.js';
import type { Task } from '../templates/template.js';

/** A record turned back into what it was made from. */
export interface RebuiltTask {
  readonly operator: Operator;
  readonly task: Task;
  readonly config: Config;
}

/**
 * Rebuilds task and config from what a record says, and from nothing else. A record is untrusted: what `taskOf` checks,
 * and every knob value, are checked against our own. Throws UsageError with the first thing that is not as it should
 * be, MissingError as `taskOf` does.
 */
export function rebuild(record: TuneRecord): RebuiltTask {
  const task = taskOf(record);
  return { operator: findOperator(task.template.operator), task, config: fromEntities(task.space, record.entity) };
}

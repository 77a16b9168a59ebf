import type { Schedule } from '../../ir/schedule.js';
import type { Workload, WorkloadArg } from '../../operator/operator.js';
import type { Values } from '../../space/space.js';

/**
 * The schedule of another program's template, so that configs of its logs have a loop nest for models to read. Nothing
 * is built from it.
 */
export interface ForeignSchedule {
  /** As logs name it: `conv2d_NCHWc.x86`. */
  readonly task: string;
  /** The workload of a record's arguments. Throws UsageError where they are none of this template. */
  workload(args: readonly WorkloadArg[]): Workload;
  schedule(workload: Workload, values: Values): Schedule;
}

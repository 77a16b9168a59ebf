import { formatTarget } from '../../../backend/registry.js';
import type { LibraryItem } from '../../../backend/library/library.js';
import { nearestConfigs } from '../../../explorer/nearest-config.js';
import { InstantiationError } from '../../../ir/errors.js';
import { elementTypeOf, type Workload } from '../../../operator/operator.js';
import type { Values } from '../../../space/space.js';
import { grouped } from '../../../target/grouped.js';
import { nestOf } from '../../../templates/nest.js';
import { refusal } from '../../../templates/refusal.js';
import { makeTask } from '../../../templates/task.js';
import type { Task } from '../../../templates/template.js';

/** Configs that are generated of a schedule before the next one is asked. */
const TRIES = 32;

/** A schedule of another shape. */
export interface BorrowedSchedule {
  readonly task: Task;
  readonly values: Values;
  /** Where it comes from, in a few words. */
  readonly origin: string;
}

/** A workload by the template of another, with the nearest knobs that make a kernel; undefined where none do. */
function scheduleFor(
  workload: Workload,
  { task: { template, target }, values, origin }: BorrowedSchedule,
): LibraryItem | undefined {
  if (refusal(template, workload, target) !== undefined) return undefined;
  const task = makeTask(template, workload, target);
  let tries = 0;
  for (const config of nearestConfigs(task.space, values)) {
    if (++tries > TRIES) return undefined;
    try {
      nestOf(task, config);
      return { task, config, tuned: undefined, origin };
    } catch (error) {
      if (!(error instanceof InstantiationError)) throw error;
    }
  }
  return undefined;
}

/** The first of some schedules that makes a kernel. */
export function firstFor(workload: Workload, schedules: Iterable<BorrowedSchedule>): LibraryItem | undefined {
  for (const schedule of schedules) {
    const item = scheduleFor(workload, schedule);
    if (item) return item;
  }
  return undefined;
}

/** Tuned kernels for the operator and type of a workload, by target: of those targets on which it was not tuned. */
export function untunedTargets(
  workload: Workload,
  items: readonly LibraryItem[],
): readonly (readonly [LibraryItem, ...LibraryItem[]])[] {
  const alike = items.filter(
    ({ task: { workload: own } }) =>
      own.operator === workload.operator && elementTypeOf(own) === elementTypeOf(workload),
  );
  const targets = [...grouped(alike, ({ task }) => formatTarget(task.target)).values()];
  return targets.filter((own) => !own.some(({ task }) => isSame(task.workload, workload)));
}

function isSame(a: Workload, b: Workload): boolean {
  return JSON.stringify(a.shape) === JSON.stringify(b.shape);
}

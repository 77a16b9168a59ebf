/** Schedules for shapes that nobody tuned: those of the nearest shape that somebody did. */
import { formatTarget } from '../../backend/registry.js';
import type { LibraryItem } from '../../backend/library/library.js';
import { InstantiationError } from '../../ir/errors.js';
import { elementTypeOf, type Workload } from '../../operator/operator.js';
import { nestOf } from '../../templates/nest.js';
import { refusal } from '../../templates/refusal.js';
import { makeTask, operatorOf } from '../../templates/task.js';
import { shapeDistance } from '../../transfer/known-tasks.js';
import { nearestConfigs } from '../../explorer/nearest-config.js';

/** Configs that are generated of a landmark before the next one is asked. */
const TRIES = 32;

/**
 * For each target that the items of an operator and a type are for, the workload with the schedule of the landmark
 * whose shape is the fewest doublings away and whose template serves it; none for a target on which it is tuned.
 */
export function ofLandmarks(workload: Workload, items: readonly LibraryItem[]): LibraryItem[] {
  const ofOperator = items.filter(({ task }) => task.workload.operator === workload.operator);
  const alike = ofOperator.filter(({ task }) => elementTypeOf(task.workload) === elementTypeOf(workload));
  const targets = [...new Set(alike.map(({ task }) => formatTarget(task.target)))];
  return targets.flatMap((target): LibraryItem[] => {
    const landmarks = alike.filter(({ task }) => formatTarget(task.target) === target);
    if (landmarks.some(({ task }) => isSame(task.workload, workload))) return [];
    for (const landmark of nearestFirst(workload, landmarks)) {
      const item = scheduledLike(landmark, workload);
      if (item) return [item];
    }
    return [];
  });
}

function isSame(a: Workload, b: Workload): boolean {
  return JSON.stringify(a.shape) === JSON.stringify(b.shape);
}

function nearestFirst(workload: Workload, landmarks: readonly LibraryItem[]): readonly LibraryItem[] {
  const distance = ({ task }: LibraryItem): number => {
    const operator = operatorOf(task);
    return shapeDistance(operator.encode(workload), operator.encode(task.workload));
  };
  return landmarks.toSorted((a, b) => distance(a) - distance(b));
}

/** The workload by a landmark's template, with the nearest knobs that make a kernel; undefined where none do. */
function scheduledLike({ task: { template, target, workload: landmark }, config }: LibraryItem, workload: Workload) {
  if (refusal(template, workload, target) !== undefined) return undefined;
  const task = makeTask(template, workload, target);
  const origin = `the schedule of ${landmark.name}, the nearest that was tuned`;
  let tries = 0;
  for (const near of nearestConfigs(task.space, config.values)) {
    if (++tries > TRIES) return undefined;
    try {
      nestOf(task, near);
      return { task, config: near, tuned: undefined, origin };
    } catch (error) {
      if (!(error instanceof InstantiationError)) throw error;
    }
  }
  return undefined;
}

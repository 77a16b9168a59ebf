import type { LibraryItem } from '../../../backend/library/library.js';
import type { Workload } from '../../../operator/operator.js';
import { operatorOf } from '../../../templates/task.js';
import { shapeDistance } from '../../../transfer/known-tasks.js';
import type { DispatchRule } from './dispatch.js';
import { firstFor, untunedTargets, type BorrowedSchedule } from './schedule-for.js';

/** The schedule of the tuned shape that is the fewest doublings away and whose template serves it. */
export const nearest: DispatchRule = ({ items }) =>
  Promise.resolve({
    kernelsFor: (workload) =>
      untunedTargets(workload, items).flatMap((own) => firstFor(workload, nearestFirst(workload, own)) ?? []),
    trees: [],
    rows: [],
  });

export function nearestFirst(workload: Workload, items: readonly LibraryItem[]): readonly BorrowedSchedule[] {
  const distance = ({ task }: LibraryItem): number => {
    const operator = operatorOf(task);
    return shapeDistance(operator.encode(workload), operator.encode(task.workload));
  };
  return items
    .toSorted((a, b) => distance(a) - distance(b))
    .map(({ task, config: { values } }) => ({
      ...{ task, values },
      origin: `the schedule of ${task.workload.name}, the nearest that was tuned`,
    }));
}

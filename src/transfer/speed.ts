/** How fast the best of a place is, on the machine that is asked for. */
import { threadsOf, type Target } from '../target/target.js';
import { operatorOf } from '../templates/task.js';
import { ranked } from './known-tasks.js';
import { placeOf, type TaskHistory } from './task-history.js';

/**
 * FLOP/s (what the operator counts) of the fastest kernel of a place (`placeOf`), whatever its template, as the lanes
 * and threads of a target make them more or less: caches and clocks are left out.
 */
export function speedsIn(histories: readonly TaskHistory[]): (place: string, target: Target) => number {
  const fastest = new Map<string, { readonly speed: number; readonly target: Target }>();
  for (const history of histories) {
    const place = placeOf(history);
    const speed = speedOf(history);
    const before = fastest.get(place);
    if (!before || speed > before.speed) fastest.set(place, { speed, target: history.task.target });
  }
  return (place, target) => {
    const best = fastest.get(place)!;
    return (best.speed * widthOf(target)) / widthOf(best.target);
  };
}

function speedOf({ task, trials }: TaskHistory): number {
  const seconds = ranked(trials).reduce((least, trial) => Math.min(least, trial.seconds), Infinity);
  return operatorOf(task).flops(task.workload) / seconds;
}

/** Floats that a target computes at once. */
function widthOf(target: Target): number {
  return target.model === 'simd' ? target.vector.lanes * threadsOf(target) : 1;
}

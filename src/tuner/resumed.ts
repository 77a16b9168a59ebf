import type { Task } from '../templates/template.js';
import type { Outcome } from './leaderboard.js';

/** A task, and what a log holds of it. */
interface ResumedTask {
  readonly task: Task;
  readonly resumed: readonly Outcome[];
}

/** A trial that a log holds. */
export interface Resumed {
  readonly task: Task;
  readonly outcome: Outcome;
}

/** The trials that a log holds, of all tasks in the order in which they were tried, batch by batch. */
export function resumedBatches(tasks: readonly ResumedTask[]): readonly Resumed[][] {
  const trials = tasks.flatMap(({ task, resumed }) => resumed.map((outcome) => ({ task, outcome })));
  const batches: Resumed[][] = [];
  for (const trial of trials.toSorted((a, b) => lineOf(a) - lineOf(b))) {
    const last = batches.at(-1);
    if (last && isSameBatch(last[0]!, trial)) last.push(trial);
    else batches.push([trial]);
  }
  return batches;
}

function lineOf({ outcome }: Resumed): number {
  return outcome.tried?.line ?? 0;
}

function isSameBatch(one: Resumed, other: Resumed): boolean {
  return one.task === other.task && one.outcome.tried?.batch === other.outcome.tried?.batch;
}

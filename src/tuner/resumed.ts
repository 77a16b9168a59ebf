import type { Task } from '../templates/template.js';
import type { KnownTrial } from '../log/record/trials.js';

/** A task, and what a log holds of it. */
interface ResumedTask {
  readonly task: Task;
  readonly resumed: readonly KnownTrial[];
}

/** A trial that a log holds. */
export interface Resumed {
  readonly task: Task;
  readonly trial: KnownTrial;
}

/** The trials that a log holds, of all tasks in the order in which they were tried, batch by batch. */
export function resumedBatches(tasks: readonly ResumedTask[]): readonly Resumed[][] {
  const trials = tasks.flatMap(({ task, resumed }) => resumed.map((trial) => ({ task, trial })));
  const batches: Resumed[][] = [];
  for (const one of trials.toSorted((a, b) => lineOf(a) - lineOf(b))) {
    const last = batches.at(-1);
    if (last && isSameBatch(last[0]!, one)) last.push(one);
    else batches.push([one]);
  }
  return batches;
}

function lineOf({ trial }: Resumed): number {
  return trial.tried?.line ?? 0;
}

function isSameBatch(one: Resumed, other: Resumed): boolean {
  return one.task === other.task && one.trial.tried?.batch === other.trial.tried?.batch;
}

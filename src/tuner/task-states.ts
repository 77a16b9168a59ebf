import { fingerprintOf } from '../backend/registry.js';
import { ownKernels } from '../backend/own-kernels.js';
import type { ViewName } from '../features/registry.js';
import { effectiveRecords } from '../log/record/effective-records.js';
import type { Log } from '../log/record/log.js';
import type { KnownTrial } from '../log/record/trials.js';
import type { Operator } from '../operator/operator.js';
import type { Known } from '../templates/known.js';
import type { Task } from '../templates/template.js';
import { priorOf } from '../transfer/family.js';
import { historiesIn } from '../transfer/record-histories.js';
import { historyOfTask, identityOf, type TaskHistory } from '../transfer/known-tasks.js';
import { divide } from './done-trials.js';
import { noteSkipped, readOwnLog, type NamedLog } from './run-logs.js';
import type { TaskState } from './task-state.js';
import { idOf, type WorkloadTasks } from './workload-tasks.js';

export { measuredBefore } from './done-trials.js';
export { readHistory, type NamedLog } from './run-logs.js';

export interface Gathered {
  readonly taskStates: readonly TaskState[];
  /** What a person should know about records that are not used. */
  readonly notes: readonly string[];
}

/**
 * Reads what is known of the tasks before a run. Records in `log` of the same task, template version and machine count
 * as done, of a template that does not come with tune those that the same file made; those of the same task on another
 * machine, and those in the `history` logs of any workload of the operator, are learned from, as far as `views` shows
 * them. A log that does not exist yet is empty, and so is none. `kernels`: what records may be of.
 */
export async function gatherTaskStates(
  operator: Operator,
  tasks: readonly Task[],
  log: string | undefined,
  history: readonly NamedLog[],
  views: readonly ViewName[],
  kernels: Known = ownKernels,
): Promise<Gathered> {
  const own = await readOwnLog(log, [{ operator, tasks }]);
  const known = historiesIn(
    operator,
    history.flatMap((other) => other.records),
    kernels,
  );
  const { taskStates, notes } = statesOf({ operator, tasks }, own, known.histories, views, kernels);
  const skipped = [own, ...history].map(noteSkipped);
  return { taskStates, notes: [...skipped, ...notes, known.unused].filter((note) => note !== undefined) };
}

/** The same for several workloads, each with its operator; the logs are read once. */
export async function gatherAll(
  subjects: readonly WorkloadTasks[],
  log: string | undefined,
  history: readonly NamedLog[],
  views: readonly ViewName[],
  kernels: Known = ownKernels,
): Promise<{ readonly states: readonly (readonly TaskState[])[]; readonly notes: readonly string[] }> {
  const own = await readOwnLog(log, subjects);
  const records = history.flatMap((other) => other.records);
  const operators = new Set(subjects.map(({ operator }) => operator));
  const known = new Map([...operators].map((operator) => [operator, historiesIn(operator, records, kernels)]));
  const gathered = subjects.map((subject) =>
    statesOf(subject, own, known.get(subject.operator)!.histories, views, kernels),
  );
  const unused = Array.from(known.values(), (histories) => histories.unused);
  const notes = [...[own, ...history].map(noteSkipped), ...gathered.flatMap((one) => one.notes), ...unused];
  return {
    states: gathered.map(({ taskStates }) => taskStates),
    notes: notes.filter((note) => note !== undefined),
  };
}

function statesOf(
  { operator, tasks }: WorkloadTasks,
  own: Log,
  known: readonly TaskHistory[],
  views: readonly ViewName[],
  kernels: Known,
): Gathered {
  const effective = new Set(effectiveRecords(own.records));
  const notes: (string | undefined)[] = [];
  const taskStates = tasks.map((task) => {
    const { done, elsewhere, notes: more } = divide(operator, task, own.records, effective);
    const here = historiesIn(operator, elsewhere, kernels);
    notes.push(...more, here.unused);
    const prior = priorOf(taskAsHistory(operator, task, done), [...here.histories, ...known], views);
    return { task, resumed: done, prior };
  });
  return { taskStates, notes: notes.filter((note) => note !== undefined) };
}

/** The task itself as a source, so that history does not repeat what it has measured. */
export function taskAsHistory(operator: Operator, task: Task, done: readonly KnownTrial[]): TaskHistory {
  const fingerprint = fingerprintOf(task.target);
  const identity = identityOf(idOf(operator, task), fingerprint);
  const trials = done.map(({ config, costs, error, superseded = false }) => ({
    config,
    costs,
    error,
    superseded,
  }));
  return historyOfTask(task, identity, trials, fingerprint);
}

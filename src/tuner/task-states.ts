import type { ViewName } from '../features/registry.js';
import type { Operator } from '../operator/operator.js';
import { workloadKey } from '../log/record/key.js';
import { grouped } from '../target/grouped.js';
import { recordsOf, trialOf, trialsIn, type TaskId } from '../log/record/trials.js';
import { ErrorNo } from '../measure/measurement.js';
import { readLog, skippedText, type IsWanted, type Log, type LoggedRecord } from '../log/record/log.js';
import { UsageError, WorkError } from '../target/errors.js';
import { ownKernels } from '../backend/own-kernels.js';
import type { Known } from '../templates/known.js';
import type { Task } from '../templates/template.js';
import { priorOf } from '../transfer/prior-of.js';
import { historiesIn } from '../transfer/record-histories.js';
import { identityOf, historyOfTask, type TaskHistory } from '../transfer/task-history.js';
import type { KnownTrial } from '../log/record/trials.js';
import { effectiveRecords } from '../log/record/effective-records.js';
import type { TaskState } from './task-state.js';
import { formatTarget, backendOf } from '../backend/registry.js';

export interface NamedLog extends Log {
  readonly path: string;
}

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
  subjects: readonly Subject[],
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

/** What some logs hold of the tasks themselves, measured on this machine by the template as it is now. */
export function measuredBefore(
  subject: Subject,
  logs: readonly NamedLog[],
): readonly { readonly task: Task; readonly trial: KnownTrial }[] {
  const byWorkload = byWorkloadIn(logs);
  const records = [...new Set(keysOf(subject))].flatMap((key) => byWorkload.get(key) ?? []);
  if (records.length === 0) return [];
  const effective = new Set(effectiveRecords(records));
  return subject.tasks.flatMap((task) =>
    divide(subject.operator, task, records, effective).done.map((trial) => ({ task, trial })),
  );
}

/** What was grouped before: the layers of a network ask the same logs one after the other, and these may be long. */
const groups = new WeakMap<readonly NamedLog[], ReadonlyMap<string, readonly LoggedRecord[]>>();

/** What supersedes what is a matter of each workload alone. */
function byWorkloadIn(logs: readonly NamedLog[]): ReadonlyMap<string, readonly LoggedRecord[]> {
  const found =
    groups.get(logs) ??
    grouped(
      logs.flatMap((log) => log.records),
      workloadKey,
    );
  groups.set(logs, found);
  return found;
}

/** Tasks of one workload, one a template. */
export interface Subject {
  readonly operator: Operator;
  readonly tasks: readonly Task[];
}

function statesOf(
  { operator, tasks }: Subject,
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

/**
 * Reads the logs of `--history`. Throws UsageError when one does not exist, WorkError when one holds no record at all.
 */
export function readHistory(paths: readonly string[]): Promise<readonly NamedLog[]> {
  return Promise.all(
    paths.map(async (path) => {
      const log = { path, ...(await readLog(path)) };
      if (log.records.length > 0) return log;
      throw new WorkError(`There is nothing to learn from in the history: ${noteSkipped(log) ?? `${path} is empty`}.`);
    }),
  );
}

const nothing: Log = { records: [], skippedLines: 0, skipped: [] };

/** Tells records of the tasks' workloads, since a log may hold much else. */
function isOneOf(subjects: readonly Subject[]): IsWanted {
  const keys = new Set(subjects.flatMap(keysOf));
  return (record) => keys.has(workloadKey(record));
}

function keysOf({ operator, tasks }: Subject): readonly string[] {
  const ids = tasks.map((task) => idOf(operator, task));
  return ids.flatMap((id) => [id, { ...id, tune: { operator: operator.name } }]).map(workloadKey);
}

/** What a log holds of the tasks. One that does not exist yet is empty, and so is none. */
async function readOwnLog(path: string | undefined, subjects: readonly Subject[]): Promise<NamedLog> {
  if (path === undefined) return { path: '', ...nothing };
  try {
    return { path, ...(await readLog(path, isOneOf(subjects))) };
  } catch (error) {
    if (error instanceof UsageError) return { path, ...nothing };
    throw error;
  }
}

/** The task itself as a source, so that history does not tell it what it has measured. */
export function taskAsHistory(operator: Operator, task: Task, done: readonly KnownTrial[]): TaskHistory {
  const fingerprint = backendOf(task.target).fingerprint();
  const identity = identityOf(idOf(operator, task), fingerprint);
  const trials = done.map(({ config, costs, error, superseded = false }) => ({
    config,
    costs,
    error,
    superseded,
  }));
  return historyOfTask(task, identity, trials, fingerprint);
}

function idOf(operator: Operator, { template, target, workload }: Task): TaskId {
  return { target: formatTarget(target), task: template.name, args: operator.encode(workload) };
}

/** The records of the task that count as done, and those of the same task on other machines. */
function divide(
  operator: Operator,
  task: Task,
  records: readonly LoggedRecord[],
  effective: ReadonlySet<LoggedRecord>,
): { done: readonly KnownTrial[]; elsewhere: readonly LoggedRecord[]; notes: readonly string[] } {
  const { template, target, space } = task;
  const id = idOf(operator, task);
  const ofTask = recordsOf(records, id);
  const ofVersion = recordsOf(records, { ...id, templateVersion: template.version });
  const ofFile = ofVersion.filter(({ tune }) => tune?.module?.sha256 === template.module?.sha256);
  const device = backendOf(target).fingerprint();
  const here = ofFile.filter(({ tune }) => tune?.fingerprint === undefined || tune.fingerprint === device);
  const isHere = new Set(here);
  const elsewhere = ofFile.filter((record) => !isHere.has(record));
  const judged = here.filter(({ error }) => error !== ErrorNo.unknown);
  const { trials, invalid } = trialsIn(space, judged);
  const notes = [
    [ofTask.length - ofVersion.length, `are of another version of ${template.name}`],
    [
      ofVersion.length - ofFile.length,
      template.module
        ? `are of another version of the file ${template.module.file}, whose contents have changed: tried again`
        : `are of a template of a file that has the name of ${template.name}: tried again`,
    ],
    [elsewhere.length, 'are of another machine: learned from, but tried again'],
    [here.length - judged.length, 'came to no verdict, as builder, runner or memory were lacking: tried again'],
    [
      invalid.length,
      `are no config of this space (line ${invalid[0]?.record.line ?? ''}: ${invalid[0]?.reason ?? ''})`,
    ],
  ] as const;
  return {
    done: trials.map((trial) => ({ ...trialOf(trial, !effective.has(trial.record)), tried: triedAs(trial.first) })),
    elsewhere,
    notes: notes.filter(([count]) => count > 0).map(([count, what]) => `${count} records of the log ${what}`),
  };
}

function noteSkipped(log: NamedLog): string | undefined {
  const skipped = skippedText(log);
  return skipped === undefined ? undefined : `${log.path}: ${skipped}`;
}

/** When a trial was first measured; logs of early versions do not tell batches. */
function triedAs({ line, task, tune }: LoggedRecord): NonNullable<KnownTrial['tried']> {
  return { line, batch: JSON.stringify([task, tune?.run, tune?.proposal?.batch]) };
}

/** The trials that a log holds of the tasks themselves, which count as done. */
import { fingerprintOf } from '../backend/registry.js';
import { effectiveRecords } from '../log/record/effective-records.js';
import { workloadKey } from '../log/record/key.js';
import type { LoggedRecord } from '../log/record/log.js';
import { recordsOf, trialOf, trialsIn, type KnownTrial } from '../log/record/trials.js';
import { ErrorNo } from '../measure/measurement.js';
import type { Operator } from '../operator/operator.js';
import { grouped } from '../target/grouped.js';
import type { Task } from '../templates/template.js';
import type { NamedLog } from './run-logs.js';
import { idOf, keysOf, type WorkloadTasks } from './workload-tasks.js';

/** What some logs hold of the tasks themselves, measured on this machine by the template as it is now. */
export function measuredBefore(
  subject: WorkloadTasks,
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

/** The records of the task that count as done, and those of the same task on other machines. */
export function divide(
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
  const device = fingerprintOf(target);
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

/** When a trial was first measured; logs of early versions do not name batches. */
function triedAs({ line, task, tune }: LoggedRecord): NonNullable<KnownTrial['tried']> {
  return { line, batch: JSON.stringify([task, tune?.run, tune?.proposal?.batch]) };
}

/** Logs as sources, and what our own and AutoTVM's have in common as formats to write. */
import { toEntities } from '../../space/entity.js';
import { keyOf } from '../../space/knob.js';
import { grouped } from '../../target/grouped.js';
import type { LoggedRecord } from '../record/log.js';
import { readLogTasks } from './log-tasks.js';
import { encode, type TuneRecord } from '../record/record.js';
import { taskOf } from '../record/task.js';
import { configOf } from '../record/trials.js';
import { recoverKnobs } from './recover.js';
import { TuneError } from '../../target/errors.js';
import type { Known } from '../../templates/known.js';
import { counted, toRecord, type LogIdentity, type MeasuredTask, type Sink, type MeasurementFile } from './measured.js';
import { defined } from '../../target/defined.js';

/** What a log holds. Throws as `readLog`. */
export async function readLines(path: string, known: Known): Promise<MeasurementFile> {
  const { tasks, skippedLines, skipped } = await readLogTasks(path);
  return {
    format: tasks.some(({ records }) => records.some(({ tune }) => tune)) ? 'tune' : 'autotvm',
    tasks: tasks.flatMap(({ label, records }) => taskFrom(label, records, known)),
    skipped: skippedLines,
    problems: skipped === undefined ? [] : [skipped],
  };
}

/** Records of other knobs than most have are a task of their own. */
function taskFrom(label: string, group: readonly [LoggedRecord, ...LoggedRecord[]], known: Known): MeasuredTask[] {
  const alike = [
    ...grouped(group, ({ entity }) => JSON.stringify(entity.map(([name, kind]) => [name, kind]))).values(),
  ];
  return alike.map((records, place) => {
    const [first] = records;
    const { target, task, args, tune } = first;
    const knobs = knobsOf(records, known);
    return {
      label: place === 0 ? label : `${label} #${place + 1}`,
      identity: { target, task, args, kinds: kindsOf(knobs), ...defined({ own: tune && commonOf(tune) }) },
      kernel: task,
      device: tune?.fingerprint ?? target,
      problemSize: [tune?.workload ?? label],
      knobs,
      trials: records.map((record) => ({
        ...record,
        spent: record.tune?.spent,
        message: record.tune?.message,
        record,
      })),
    };
  });
}

/** Those of our template, where all records are of its space, and otherwise those that the records show. */
function knobsOf(records: readonly [LoggedRecord, ...LoggedRecord[]], known: Known): MeasuredTask['knobs'] {
  const [first] = records;
  try {
    const { space } = taskOf(first, known);
    const same = (record: LoggedRecord): boolean => {
      const config = configOf(space, record);
      return typeof config !== 'string' && isEqual(toEntities(space, config), record.entity);
    };
    if (records.every(same)) return space.knobs;
  } catch (error) {
    if (!(error instanceof TuneError)) throw error;
  }
  return recoverKnobs(records).knobs;
}

function isEqual(one: LoggedRecord['entity'], other: LoggedRecord['entity']): boolean {
  return one.every(([name, , value], place) => other[place]?.[0] === name && keyOf(other[place][2]) === keyOf(value));
}

function kindsOf(knobs: MeasuredTask['knobs']): LogIdentity['kinds'] {
  return Object.fromEntries(knobs.filter(({ kind }) => kind !== 'ot').map(({ name, kind }) => [name, kind]));
}

/** What is true of a whole task, as far as its first record says. */
function commonOf(tune: NonNullable<TuneRecord['tune']>): Readonly<Record<string, unknown>> {
  const { operator, workload, templateVersion, fingerprint, compiler, flags, module } = tune;
  return { operator, workload, templateVersion, fingerprint, compiler, flags, module };
}

/** A log of the records that `toLine` makes of all of them, in their order; `toLine` says why it makes none. */
export function writeLines(
  tasks: readonly MeasuredTask[],
  toLine: (record: TuneRecord) => TuneRecord | string,
  lost: readonly string[],
): Sink {
  const found = tasks.flatMap((task) =>
    task.trials.map((trial, place) => {
      const record = toRecord(task, trial, place);
      const made = typeof record === 'string' ? record : toLine(record);
      return { what: task.identity?.task ?? task.kernel, line: trial.record?.line ?? 0, made };
    }),
  );
  const records = found.flatMap(({ line, made }) => (typeof made === 'string' ? [] : [{ line, made }]));
  const inOrder = records.toSorted((a, b) => a.line - b.line);
  const pieces = function* (): Generator<string> {
    for (const { made } of inOrder) yield `${encode(made)}\n`;
  };
  return {
    pieces: pieces(),
    written: records.length,
    refused: counted(found.flatMap(({ what, made }) => (typeof made === 'string' ? [{ what, why: made }] : []))),
    lost,
  };
}

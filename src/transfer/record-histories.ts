import type { Operator } from '../operator/operator.js';
import { versionKey } from '../log/record/key.js';
import { grouped } from '../target/grouped.js';
import { withStanding, type FromLog, type WithStanding } from '../log/record/effective-records.js';
import { taskOf } from '../log/record/task.js';
import { trialsIn, type KnownTrial, type Trials } from '../log/record/trials.js';
import { MissingError, UsageError } from '../target/errors.js';
import { ownKernels } from '../backend/own-kernels.js';
import type { Known } from '../templates/known.js';
import { identityOf, historyOfTask, type TaskHistory } from './known-tasks.js';
import type { TuneRecord } from '../log/record/record.js';
import { type Entity, toEntities } from '../space/entity.js';
import type { Space } from '../space/space.js';
import type { Template } from '../templates/template.js';
import { findOperator } from '../operator/registry.js';
import { workOf, type Table } from '../log/table/table.js';
import { toTask } from '../log/table/task.js';

interface TaskHistories {
  readonly histories: readonly TaskHistory[];
  /** How many records could not be learned from and why, in a sentence. */
  readonly unused: string | undefined;
}

/**
 * Everything that may be learned from records of the operator's templates, or of AutoTVM's that have the knobs of one;
 * records of other operators are passed over, since a log may well hold those.
 */
export function historiesIn(operator: Operator, records: readonly FromLog[], known: Known = ownKernels): TaskHistories {
  const isOf = (record: FromLog): boolean => templateOf(record, known)?.operator === operator.name;
  // Those of other operators supersede none of these, and logs of many are long.
  const near = records.filter((record) => record.tune?.operator === operator.name || isOf(record));
  const ofOperator = withStanding(near).filter(isOf);
  const histories: TaskHistory[] = [];
  let unused = 0;
  let reason = '';
  const blame = ({ log = '', line }: FromLog, sentence: string): void => {
    reason ||= line === undefined ? sentence : `${sentence} (${log}:${line})`;
  };
  for (const group of grouped(ofOperator, versionKey).values()) {
    try {
      const { history, invalid } = historyIn(group, known);
      histories.push(history);
      unused += invalid.length;
      for (const { record, reason: sentence } of invalid.slice(0, 1)) blame(record, sentence);
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof MissingError)) throw error;
      unused += group.length;
      blame(group[0], error.message);
    }
  }
  return {
    histories,
    unused: unused === 0 ? undefined : `${unused} records of the history cannot be used: ${reason}`,
  };
}

/**
 * Throws UsageError when none of the records can be used, such as those of another version of their template,
 * MissingError as `taskOf` does.
 */
function historyIn(
  group: readonly [WithStanding, ...WithStanding[]],
  kernels: Known,
): { history: TaskHistory; invalid: Trials['invalid'] } {
  const [first] = group;
  const task = taskOf(asOurs(first), kernels);
  const records = group.map((record) => withLackingKnobs(record, task.space));
  const { trials, invalid } = trialsIn(task.space, records);
  if (trials.length === 0) throw new UsageError(invalid.map(({ reason }) => reason).at(0));
  const configs = new Map(trials.map(({ record, config }) => [record, config]));
  const known = records.flatMap((record): KnownTrial[] => {
    const { costs, error, superseded } = record;
    const config = configs.get(record);
    return config ? [{ config, costs, error, superseded }] : [];
  });
  const fingerprint = first.tune?.fingerprint;
  return { history: historyOfTask(task, identityOf(first, fingerprint), known, fingerprint), invalid };
}

/** The template of a record's task: the one of that name, or the one that has the knobs of AutoTVM's. */
export function templateOf(
  { task }: Pick<TuneRecord, 'task'>,
  { templates }: Known = ownKernels,
): Template | undefined {
  return templates.find(({ name, autotvm }) => name === task || autotvm?.task === task);
}

/**
 * A record of AutoTVM's with the name and the arguments of our template; any other as it is. What is wrong with the
 * arguments stays so.
 */
export function asOurs<R extends Pick<TuneRecord, 'task' | 'args'>>(record: R): R {
  const template = templateOf(record);
  if (template?.autotvm?.task !== record.task) return record;
  return { ...record, task: template.name, args: template.autotvm.args(record.args) };
}

/**
 * A record of AutoTVM's with the first value of all knobs that its template lacks, which is how it does without; any
 * other as it is.
 */
function withLackingKnobs<R extends Pick<TuneRecord, 'task' | 'entity'>>(record: R, space: Space): R {
  const autotvm = templateOf(record)?.autotvm;
  if (autotvm?.task !== record.task) return record;
  const given = new Set(record.entity.map(([name]) => name));
  const lacking = space.knobs
    .filter(({ name }) => autotvm.lacks.includes(name) && !given.has(name))
    .flatMap(({ name, kind, values }) => values.slice(0, 1).map((value): Entity => [name, kind, value]));
  return { ...record, entity: [...record.entity, ...lacking] };
}

/**
 * The histories in a table: of its own space, whosever template that is of; and of AutoTVM's templates that have the
 * knobs of one of ours, as of that one, too.
 */
export function historiesOfTable(table: Table): readonly TaskHistory[] {
  return [ownHistoryOf(table), ...translated(table)];
}

export function ownHistoryOf(table: Table): TaskHistory {
  const { identity, ours } = table;
  const task = toTask(table);
  const work = workOf(table);
  const trials = Array.from(table.rows, ([index, { costs, error, superseded }]): KnownTrial => ({
    config: table.space.get(index),
    costs,
    error,
    superseded,
  }));
  if (identity.format === 'kernel-tuner') {
    const { problemSize: args, device } = identity;
    const hardware = { target: identity.format, fingerprint: device };
    return { task, isOurs: false, work, identity: JSON.stringify(identity), hardware, args, trials };
  }
  const id = identityOf(identity, identity.fingerprint);
  if (ours) return historyOfTask(task, id, trials, identity.fingerprint);
  const { args, target, fingerprint } = identity;
  return { task, isOurs: false, work, identity: id, hardware: { target, fingerprint }, args, trials };
}

function translated({ identity, ours, space, rows }: Table): readonly TaskHistory[] {
  if (ours || identity.format !== 'autotvm') return [];
  const template = templateOf(identity);
  if (template?.autotvm?.task !== identity.task) return [];
  const records = Array.from(rows, ([index, { costs, error }]): TuneRecord => {
    const { target, task, args } = identity;
    const entity = toEntities(space, space.get(index));
    return { target, task, args, index, entity, costs, error, allCost: 0, timestamp: 0 };
  });
  return historiesIn(findOperator(template.operator), records).histories;
}

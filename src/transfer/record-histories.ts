import type { Operator } from '../operator/operator.js';
import { versionKey } from '../log/record/key.js';
import { grouped } from '../target/grouped.js';
import { withStanding, type FromLog, type WithStanding } from '../log/record/effective-records.js';
import { taskOf } from '../log/record/task.js';
import { trialsIn, type KnownTrial, type Trials } from '../log/record/trials.js';
import { MissingError, UsageError } from '../target/errors.js';
import { ownKernels } from '../backend/own-kernels.js';
import type { Known } from '../templates/known.js';
import { asOurs, templateOf, withLackingKnobs } from './foreign.js';
import { identityOf, historyOfTask, type TaskHistory } from './task-history.js';

export interface TaskHistories {
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

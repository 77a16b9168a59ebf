import type { KnownTrial } from '../log/record/trials.js';
import { findOperator } from '../operator/registry.js';
import type { TuneRecord } from '../log/record/record.js';
import { toEntities } from '../space/entity.js';
import { workOf, type Table } from '../log/table/table.js';
import { toTask } from '../log/table/task.js';
import { templateOf } from './foreign.js';
import { historiesIn } from './record-histories.js';
import { identityOf, historyOfTask, type TaskHistory } from './task-history.js';

/**
 * What a table tells: of its own space, whosever template that is of; and of AutoTVM's templates that have the knobs of
 * one of ours, as of that one, too.
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

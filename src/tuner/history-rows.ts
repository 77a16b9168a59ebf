import { knobFeaturizer } from '../features/knobs.js';
import { translator } from '../features/translate.js';
import type { Row } from '../model/model.js';
import type { Operator } from '../operator/operator.js';
import { byTask, scoresOf, trialsIn } from '../record/history.js';
import { grouped } from '../record/key.js';
import type { TuneRecord } from '../record/record.js';
import type { Space } from '../space/space.js';
import { UsageError } from '../target/errors.js';
import { parseTarget } from '../target/parse.js';
import type { Task } from '../templates/template.js';

export interface HistoryRows {
  readonly rows: readonly Row[];
  /** How many records could not be learned from and why, in a sentence. */
  readonly unused: string | undefined;
}

/**
 * Training rows from records of the task's template on any workload and target: each (workload, target, machine) is a group of its own,
 * whose scores are relative to its best. Records of other templates are passed over; a log may well hold those.
 */
export function historyRows(operator: Operator, task: Task, records: readonly TuneRecord[]): HistoryRows {
  const ofTemplate = records.filter(({ task: name, tune }) => name === task.template.name && isOfVersion(task, tune));
  const rows: Row[] = [];
  let unused = 0;
  let reason = '';
  for (const group of byTask(ofTemplate).flatMap(byMachine)) {
    try {
      rows.push(...groupRows(operator, task, group));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      unused += group.length;
      reason ||= error.message;
    }
  }
  return { rows, unused: unused === 0 ? undefined : `${unused} records of the history cannot be used: ${reason}` };
}

function isOfVersion({ template }: Task, tune: TuneRecord['tune']): boolean {
  return (tune?.templateVersion ?? template.version) === template.version;
}

/** Times of different machines do not compare. */
function byMachine(records: readonly TuneRecord[]): TuneRecord[][] {
  return [...grouped(records, ({ tune }) => tune?.fingerprint ?? '').values()];
}

/** Throws UsageError when the records are of no workload or target that is known here. */
function groupRows(operator: Operator, task: Task, records: readonly TuneRecord[]): readonly Row[] {
  const { target, args, tune } = records[0];
  const space = task.template.define(operator.decode(args), parseTarget(target));
  if (knobsOf(space) !== knobsOf(task.space)) throw new UsageError('their knobs are not those of this task');
  const { trials } = trialsIn(space, records);
  const scores = scoresOf(trials.map(({ record }) => record));
  const toFeatures = translator(knobFeaturizer(space), knobFeaturizer(task.space));
  const group = JSON.stringify([target, args, tune?.fingerprint]);
  return trials.map(({ config }, i) => ({ features: toFeatures(config), score: scores[i], group }));
}

function knobsOf(space: Space): string {
  return JSON.stringify(space.knobs.map(({ name, kind }) => [name, kind]).sort());
}

/** Records of AutoTVM's templates, whose knobs one of ours has, as records of that one. */
import type { WorkloadArg } from '../operator/operator.js';
import type { TuneRecord } from '../record/record.js';
import type { Entity } from '../space/entity.js';
import type { Space } from '../space/space.js';
import { templates } from '../templates/registry.js';
import type { Template } from '../templates/template.js';

/** Our template of a record's task: the one of that name, or the one that has the knobs of AutoTVM's. */
export function templateOf({ task }: Pick<TuneRecord, 'task'>): Template | undefined {
  return templates.find(({ name, autotvm }) => name === task || autotvm?.task === task);
}

/** A record's arguments as those of our operator; of a record that is not AutoTVM's its own. What is wrong with them stays so. */
export function argsIn({ autotvm }: Template, { task, args }: TuneRecord): readonly WorkloadArg[] {
  return autotvm?.task === task ? autotvm.args(args) : args;
}

/** A record with the first value of all knobs that AutoTVM's template lacks, which is how it does without; any other as it is. */
export function recordIn(space: Space, { autotvm }: Template, record: TuneRecord): TuneRecord {
  if (autotvm?.task !== record.task) return record;
  const given = new Set(record.entity.map(([name]) => name));
  const lacking = space.knobs
    .filter(({ name }) => autotvm.lacks.includes(name) && !given.has(name))
    .map(({ name, kind, values }): Entity => [name, kind, values[0]]);
  return { ...record, entity: [...record.entity, ...lacking] };
}

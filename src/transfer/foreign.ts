/** Records of AutoTVM's templates, whose knobs one of ours has, as records of that one. */
import type { TuneRecord } from '../log/record/record.js';
import type { Entity } from '../space/entity.js';
import type { Space } from '../space/space.js';
import { ownKernels } from '../backend/own-kernels.js';
import type { Known } from '../templates/known.js';
import type { Template } from '../templates/template.js';

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
export function withLackingKnobs<R extends Pick<TuneRecord, 'task' | 'entity'>>(record: R, space: Space): R {
  const autotvm = templateOf(record)?.autotvm;
  if (autotvm?.task !== record.task) return record;
  const given = new Set(record.entity.map(([name]) => name));
  const lacking = space.knobs
    .filter(({ name }) => autotvm.lacks.includes(name) && !given.has(name))
    .flatMap(({ name, kind, values }) => values.slice(0, 1).map((value): Entity => [name, kind, value]));
  return { ...record, entity: [...record.entity, ...lacking] };
}

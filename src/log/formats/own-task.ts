import type { Known } from '../../templates/known.js';
import type { Workload, WorkloadArg } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import type { TuneRecord } from '../record/record.js';
import { asText, shapesIn } from '../record/shapes-in.js';
import { taskOf } from '../record/task.js';
import { MissingError, UsageError } from '../../target/errors.js';
import { templates } from '../../templates/registry.js';
import type { Task } from '../../templates/template.js';

type TaskOf = Pick<TuneRecord, 'target' | 'task' | 'args' | 'tune'>;

/**
 * The task of a record that one of our own templates made, in its present version; undefined for all others. Of a
 * record that names one of our templates, but can be none of its own, the sentence that says why.
 */
export function ownTask(record: TaskOf, known: Known): Task | string | undefined {
  const template = templates.find(({ name }) => name === record.task);
  if (!template || (record.tune?.templateVersion ?? template.version) !== template.version) return undefined;
  try {
    return taskOf(record, known);
  } catch (error) {
    if (error instanceof MissingError) return undefined;
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** Names for people, from short to long: template and workload, and then all that may distinguish two tasks. */
export function describeTask({ target: text, task, args, tune }: TaskOf): readonly string[] {
  const operator = tune?.operator ?? templates.find(({ name }) => name === task)?.operator;
  const workload = operator === undefined ? undefined : decode(operator, args)?.name;
  const target = text.trim();
  const short = `${task} ${workload ?? shapesIn(args)}`.trim();
  const long = `${task} ${args.map(asText).join(' ')}`.trim();
  const onTarget = `${long} ${target}`;
  return [
    short,
    `${short} ${target}`,
    long,
    onTarget,
    `${onTarget} ${tune?.fingerprint ?? ''} ${tune?.templateVersion ?? ''}`.trim(),
  ];
}

function decode(operator: string, args: readonly WorkloadArg[]): Workload | undefined {
  try {
    return findOperator(operator).decode(args);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

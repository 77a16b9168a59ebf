import { findOperator } from '../operator/registry.js';
import { UsageError } from '../target/errors.js';
import { findTemplate } from '../templates/registry.js';
import { makeTask } from '../templates/task.js';
import type { Task } from '../templates/template.js';
import type { TuneRecord } from './record.js';
import { parseTarget } from '../backend/registry.js';

/**
 * The task that a record is a trial of, from what the record says and from nothing else. A record is untrusted:
 * template, its version, workload and target are checked against our own. Throws UsageError with the first thing that
 * is not as it should be, MissingError where its target cannot be told on this machine.
 */
export function taskOf({
  target,
  task: name,
  args,
  tune,
}: Pick<TuneRecord, 'target' | 'task' | 'args' | 'tune'>): Task {
  const template = findTemplate(name);
  const made = tune?.templateVersion ?? template.version;
  if (made !== template.version)
    throw new UsageError(
      `It was made by version ${made} of ${name}, and this is version ${template.version}: tune it again.`,
    );
  const workload = findOperator(template.operator).decode(args);
  return makeTask(template, workload, parseTarget(target));
}

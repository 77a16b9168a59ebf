import type { Operator, Workload } from '../operator/operator.js';
import { findOperator } from '../operator/registry.js';
import { UsageError } from '../target/errors.js';
import type { Target } from '../target/target.js';
import { refusal } from './refusal.js';
import type { Task, Template } from './template.js';
import { defined } from '../target/defined.js';

/**
 * The task of one template with a workload on a target, and its space. Every task is made here, since a template must
 * not be asked for the space of what it does not serve. Throws UsageError with the reason where it cannot serve the
 * workload on the target. `operator`: the template's, where it is none of ours.
 */
export function makeTask(template: Template, workload: Workload, target: Target, operator?: Operator): Task {
  const reason = refusal(template, workload, target);
  if (reason !== undefined) throw new UsageError(`${template.name} cannot serve ${workload.name}: ${reason}.`);
  return { template, workload, target, space: template.define(workload, target), ...defined({ operator }) };
}

/** The operator of a task. Throws UsageError where there is none of its name. */
export function operatorOf({ operator, workload }: Pick<Task, 'operator' | 'workload'>): Operator {
  return operator ?? findOperator(workload.operator);
}

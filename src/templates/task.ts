import type { Workload } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import type { Target } from '../target/target.js';
import { refusal } from './refusal.js';
import type { Task, Template } from './template.js';

/**
 * The task of one template with a workload on a target, and its space. Every task is made here, since a template must
 * not be asked for the space of what it does not serve. Throws UsageError with the reason where it cannot serve the
 * workload on the target.
 */
export function makeTask(template: Template, workload: Workload, target: Target): Task {
  const reason = refusal(template, workload, target);
  if (reason !== undefined) throw new UsageError(`${template.name} cannot serve ${workload.name}: ${reason}.`);
  return { template, workload, target, space: template.define(workload, target) };
}

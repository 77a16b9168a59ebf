import type { Operator, Workload } from '../operator/operator.js';
import { findOperator } from '../operator/registry.js';
import { noneOf, scarcityOf } from '../space/scarcity.js';
import type { Space } from '../space/space.js';
import { UsageError } from '../target/errors.js';
import type { Target } from '../target/target.js';
import { refusal } from './refusal.js';
import type { Task, Template } from './template.js';
import { defined } from '../target/defined.js';
import { formatPercent } from '../target/format.js';

/**
 * The task of one template with a workload on a target, and its space. Every task is made here, since a template must
 * not be asked for the space of what it does not serve. Throws UsageError with the reason where it cannot serve the
 * workload on the target, or where the constraints of a module leave hardly a config. `operator`: the template's, where
 * it is none of ours.
 */
export function makeTask(template: Template, workload: Workload, target: Target, operator?: Operator): Task {
  const reason = refusal(template, workload, target);
  if (reason !== undefined) throw new UsageError(`${template.name} cannot serve ${workload.name}: ${reason}.`);
  const space = template.define(workload, target);
  if (template.module) refuseScarce(template.name, workload, space);
  return { template, workload, target, space, ...defined({ operator }) };
}

/** Of our own templates a search finds configs; those of others may forbid all. */
function refuseScarce(name: string, { name: workload }: Workload, space: Space): void {
  const scarcity = scarcityOf(space);
  if (!scarcity) return;
  const { worst, forbids } = scarcity;
  throw new UsageError(
    `The constraints of ${name} leave ${noneOf(scarcity)} for ${workload}: "${worst.sentence}" forbids ` +
      `${formatPercent(forbids)} of them; relax it, or give its knobs other values.`,
  );
}

/** The operator of a task. Throws UsageError where there is none of its name. */
export function operatorOf({ operator, workload }: Pick<Task, 'operator' | 'workload'>): Operator {
  return operator ?? findOperator(workload.operator);
}

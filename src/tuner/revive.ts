import { findOperator } from '../operator/registry.js';
import type { Operator } from '../operator/operator.js';
import type { TuneRecord } from '../record/record.js';
import type { Config } from '../space/config.js';
import { fromEntities } from '../space/entity.js';
import { UsageError } from '../target/errors.js';
import { refusal } from '../templates/refusal.js';
import { findTemplate } from '../templates/registry.js';
import type { Task } from '../templates/template.js';
import { parseTarget } from '../backend/registry.js';

/** A record turned back into what it was made from. */
export interface Revived {
  readonly operator: Operator;
  readonly task: Task;
  readonly config: Config;
}

/**
 * Rebuilds task and config from what a record says, and from nothing else. A record is untrusted: template, workload, target and every
 * knob value are checked against our own. Throws UsageError with the first thing that is not as it should be.
 */
export function revive({ task: name, args, target: targetText, entity, tune }: TuneRecord): Revived {
  const template = findTemplate(name);
  const made = tune?.templateVersion ?? template.version;
  if (made !== template.version) {
    throw new UsageError(
      `It was made by version ${made} of ${name}, and this is version ${template.version}: tune it again.`,
    );
  }
  const operator = findOperator(template.operator);
  const workload = operator.decode(args);
  const target = parseTarget(targetText);
  const reason = refusal(template, workload, target);
  if (reason !== undefined) throw new UsageError(`${name} cannot serve ${workload.name}: ${reason}.`);
  const space = template.define(workload, target);
  return { operator, task: { template, workload, target, space }, config: fromEntities(space, entity) };
}

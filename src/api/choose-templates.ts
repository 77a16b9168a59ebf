import type { Backend } from '../backend/backend.js';
import { backendOf, backends, formatTarget } from '../backend/registry.js';
import type { DType } from '../ir/tensor.js';
import { elementTypeOf } from '../operator/operator.js';
import type { Workload } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import { nearest } from '../target/nearest.js';
import type { Target } from '../target/target.js';
import { refusal, typesOf } from '../templates/refusal.js';
import { templates } from '../templates/registry.js';
import type { Template } from '../templates/template.js';

/**
 * The templates of an operator for a kind of target. Throws UsageError when there is none, which no machine can mend:
 * it is asked before the target is looked for on this one.
 */
export function templatesFor(operator: string, { kind, model }: Backend): readonly Template[] {
  const ofOperator = templates.filter((template) => template.operator === operator);
  const found = ofOperator.filter(({ target }) => target === model);
  if (found.length > 0) return found;
  const served = backends.filter((backend) => ofOperator.some(({ target }) => target === backend.model));
  const kinds = served.map((backend) => backend.kind).join(' and ');
  throw new UsageError(
    `No template of ${operator} is for ${kind} yet, only for ${kinds}: \`tune list templates ${operator}\` lists them.`,
  );
}

/** The templates for `--template`: the named one, or all that can serve the workload. */
export function chooseTemplates(name: string, workload: Workload, target: Target): readonly Template[] {
  const candidates = templatesFor(workload.operator, backendOf(target));
  const names = candidates.map((template) => template.name);
  if (name !== 'auto' && !names.includes(name)) {
    throw new UsageError(
      `Unknown template "${name}" of ${workload.operator}: did you mean "${nearest(name, names)}"? \`tune list templates ${workload.operator}\` lists them.`,
    );
  }
  const asked = candidates.filter((template) => name === 'auto' || template.name === name);
  const type = elementTypeOf(workload);
  if (name === 'auto' && !asked.some((template) => typesOf(template).includes(type))) {
    const served = [...new Set(asked.flatMap(typesOf))].join(' and ');
    throw new UsageError(
      `No template of ${workload.operator} for ${target.kind} is in ${type} yet, only in ${served}: \`tune list templates ${workload.operator}\` lists them.`,
    );
  }
  const able = asked.filter((template) => refusal(template, workload, target) === undefined);
  if (able.length > 0) return able;
  throw name === 'auto' ? noneServes(asked, workload, target) : cannotServe(asked[0]!, workload, target);
}

/** Why none of some templates, of which at least one has the workload's type, serves it. */
function noneServes(asked: readonly Template[], workload: Workload, target: Target): UsageError {
  const reasons = asked
    .filter((template) => typesOf(template).includes(elementTypeOf(workload)))
    .map((template) => `${template.name} cannot: ${refusal(template, workload, target)!}`);
  const which = `${workload.operator} ${workload.name} on ${formatTarget(target)}`;
  return new UsageError(`No template serves ${which}. ${reasons.join('; ')}. Take another target or shape.`);
}

/** Why the template that was asked for does not serve a workload, and what to give instead. */
function cannotServe(template: Template, workload: Workload, target: Target): UsageError {
  const inType = (dtype: DType): Workload => ({ ...workload, shape: { ...workload.shape, dtype } });
  const able = typesOf(template).find((type) => refusal(template, inType(type), target) === undefined);
  const advice = `give ${able ? `--dtype ${able}, or ` : ''}no --template, so that all that apply are tried`;
  const reason = refusal(template, workload, target)!;
  return new UsageError(`${template.name} cannot serve ${workload.name}: ${reason}; ${advice}`);
}

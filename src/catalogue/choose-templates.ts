import type { Backend } from '../backend/backend.js';
import { backendOf, backends, formatTarget } from '../backend/registry.js';
import type { DType } from '../ir/tensor.js';
import { elementTypeOf } from '../operator/operator.js';
import type { Workload } from '../operator/operator.js';
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import type { Target } from '../target/target.js';
import { refusal, typesOf, typeNames } from '../templates/refusal.js';
import { templates } from '../templates/registry.js';
import type { Template } from '../templates/template.js';

/**
 * The templates of an operator for a kind of target. Throws UsageError when there is none, which no machine can mend:
 * it is asked before the target is looked for on this one.
 */
export function templatesFor(
  operator: string,
  { kind, model }: Backend,
  among: readonly Template[] = templates,
): readonly Template[] {
  const ofOperator = among.filter((template) => template.operator === operator);
  const found = ofOperator.filter(({ target }) => target === model);
  if (found.length > 0) return found;
  const served = backends.filter((backend) => ofOperator.some(({ target }) => target === backend.model));
  const kinds = served.map((backend) => backend.kind).join(' and ');
  throw new UsageError(
    `No template of ${operator} is for ${kind} yet, only for ${kinds}: \`tune list templates ${operator}\` lists them.`,
  );
}

/** Templates by their names, in groups of which each must have one that can serve, or must be there at least. */
export interface Wanted {
  readonly groups: readonly (readonly string[])[];
  /** Whether all that apply are meant, and not only these. */
  readonly isAuto: boolean;
}

export const allThatApply: Wanted = { groups: [], isAuto: true };

/** Whether a template is meant by a name: its own, or that without the operator, which those of others have, too. */
export function isNamed({ name, operator }: Pick<Template, 'name' | 'operator'>, names: readonly string[]): boolean {
  return names.some((one) => name === one || name === `${operator}.${one}`);
}

/**
 * The templates for `--template`: those of the asked that can serve the workload. Throws UsageError where none of a
 * group is there or can.
 */
export function chooseTemplates(
  { groups, isAuto }: Wanted,
  workload: Workload,
  target: Target,
  among: readonly Template[] = templates,
): readonly Template[] {
  const candidates = templatesFor(workload.operator, backendOf(target), among);
  const ofOperator = among.filter(({ operator }) => operator === workload.operator);
  const asked = groups.map((names) => namedIn(candidates, names, ofOperator, target));
  if (isAuto) return ableOf(inCompetition(candidates, asked.flat(), workload, target), true, workload, target);
  const chosen = asked.flatMap((found, place) => ableOf(found, groups[place]!.length > 1, workload, target));
  return [...new Set(chosen)];
}

/** What is derived from the computation competes where it is asked for, or where nothing else serves. */
function inCompetition(
  candidates: readonly Template[],
  asked: readonly Template[],
  workload: Workload,
  target: Target,
): readonly Template[] {
  const written = candidates.filter((template) => template.isDerived !== true || asked.includes(template));
  return written.some((template) => refusal(template, workload, target) === undefined) ? written : candidates;
}

/** Those derived from the computation of a workload that can serve it. */
export function derivedFor(
  workload: Workload,
  target: Target,
  among: readonly Template[] = templates,
): readonly Template[] {
  const { model } = backendOf(target);
  return among.filter(
    (template) =>
      template.isDerived === true &&
      template.operator === workload.operator &&
      template.target === model &&
      refusal(template, workload, target) === undefined,
  );
}

/** Those of some names; `ofOperator` are candidates for any target. */
function namedIn(
  candidates: readonly Template[],
  wanted: readonly string[],
  ofOperator: readonly Template[],
  { kind }: Target,
): readonly Template[] {
  const found = candidates.filter((template) => isNamed(template, wanted));
  if (found.length > 0) return found;
  const [first = ''] = wanted;
  const elsewhere = ofOperator.find((template) => isNamed(template, wanted));
  if (elsewhere) {
    const kinds = backends.filter(({ model }) => model === elsewhere.target).map((backend) => backend.kind);
    throw new UsageError(
      `${elsewhere.name} is for ${kinds.join(' and ')}, not for ${kind}: give --target ${kinds[0]!}, or another template.`,
    );
  }
  const names = candidates.map(({ name }) => name);
  const operator = candidates[0]!.operator;
  throw new UsageError(
    `Unknown template "${first}" of ${operator}${didYouMean(first, names)} \`tune list templates ${operator}\` lists them.`,
  );
}

/** Those that can serve; `isFree` where nobody asked for this very one. */
function ableOf(asked: readonly Template[], isFree: boolean, workload: Workload, target: Target): readonly Template[] {
  const type = elementTypeOf(workload);
  if (isFree && !asked.some((template) => typesOf(template).includes(type))) {
    const served = typeNames([...new Set(asked.flatMap(typesOf))]);
    throw new UsageError(
      `No template of ${workload.operator} for ${target.kind} is in ${type} yet, only in ${served}: \`tune list templates ${workload.operator}\` lists them.`,
    );
  }
  const able = asked.filter((template) => refusal(template, workload, target) === undefined);
  if (able.length > 0) return able;
  throw isFree ? noneServes(asked, workload, target) : cannotServe(asked[0]!, workload, target);
}

function noneServes(asked: readonly Template[], workload: Workload, target: Target): UsageError {
  const reasons = asked
    .filter((template) => typesOf(template).includes(elementTypeOf(workload)))
    .map((template) => `${template.name} cannot: ${refusal(template, workload, target)!}`);
  const which = `${workload.operator} ${workload.name} on ${formatTarget(target)}`;
  return new UsageError(`No template serves ${which}. ${reasons.join('; ')}. Take another target or shape.`);
}

function cannotServe(template: Template, workload: Workload, target: Target): UsageError {
  const inType = (dtype: DType): Workload => ({ ...workload, shape: { ...workload.shape, dtype } });
  const able = typesOf(template).find((type) => refusal(template, inType(type), target) === undefined);
  const advice = `give ${able ? `--dtype ${able}, or ` : ''}no --template, so that all that apply are tried`;
  const reason = refusal(template, workload, target)!;
  return new UsageError(`${template.name} cannot serve ${workload.name}: ${reason}; ${advice}`);
}

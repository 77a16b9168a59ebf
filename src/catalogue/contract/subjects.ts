/** What `tune contract` checks: the templates of a module, or one of ours by its name. */
import { backendNamed, backends, parseTarget } from '../../backend/registry.js';
import type { Operator } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import { UsageError } from '../../target/errors.js';
import type { Target } from '../../target/target.js';
import { findTemplate } from '../../templates/registry.js';
import type { Template } from '../../templates/template.js';
import type { ContractSubject } from './contract.js';

export interface TargetChoice {
  /** As `--target` takes it; default: those of `DeviceAccess.contractTargets`. */
  readonly target?: string;
  /** Threads of the kernels; default: one, and two. */
  readonly threads?: number;
}

/** The template of ours that has a name. Throws UsageError with the nearest one. */
export function subjectNamed(name: string, choice: TargetChoice): ContractSubject {
  return subjectOf(findTemplate(name), [], choice);
}

export interface Own {
  readonly file?: string;
  readonly templates: readonly Template[];
  readonly operators?: readonly Operator[];
}

/** The user's templates. Throws UsageError where there are none, or none for the target that is asked for. */
export function subjectsOf(own: Own, choice: TargetChoice): readonly ContractSubject[] {
  const { file = 'the module', templates, operators = [] } = own;
  if (templates.length === 0)
    throw new UsageError(`${file} exports no template, which is what has a contract: export one beside what it has.`);
  const source = templates.find(({ gives }) => gives === 'source');
  if (source)
    throw new UsageError(
      `${file} is source of its own, which has no contract: \`tune source\` checks every config that it tries against the reference.`,
    );
  const { target } = choice;
  const model = target === undefined ? undefined : backendNamed(target).model;
  const asked = templates.filter((template) => model === undefined || template.target === model);
  // One that does not fit says so.
  return (asked.length > 0 ? asked : templates).map((template) => subjectOf(template, operators, choice));
}

function subjectOf(template: Template, own: readonly Operator[], choice: TargetChoice): ContractSubject {
  const operator = own.find(({ name }) => name === template.operator) ?? findOperator(template.operator);
  return { template, operator, targets: targetsFor(template, choice) };
}

function targetsFor({ name, target: model }: Template, { target, threads }: TargetChoice): readonly Target[] {
  if (target === undefined)
    return backends.filter((backend) => backend.model === model).flatMap((one) => one.contractTargets(threads));
  const kinds = backends.filter((backend) => backend.model === model).map(({ kind }) => kind);
  if (backendNamed(target).model !== model)
    throw new UsageError(`${name} is for ${kinds.join(' and ')}: give --target "${kinds[0]!}", or none.`);
  const counts = threads !== undefined || /(^|\s)-threads=/.test(target) || model === 'simt' ? [threads] : [1, 2];
  return counts.map((count) => parseTarget(target, count));
}

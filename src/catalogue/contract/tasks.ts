/** What a template is checked on: its tasks on the awkward shapes of its operator. */
import type { Operator, Workload } from '../../operator/operator.js';
import type { Config } from '../../space/config.js';
import type { Random } from '../../space/random.js';
import type { Target } from '../../target/target.js';
import { refusal, typesOf } from '../../templates/refusal.js';
import { makeTask } from '../../templates/task.js';
import type { Task, Template } from '../../templates/template.js';
import { awkwardWorkloads } from './awkward-shapes.js';

/** A task of a template, and the place of its workload among the awkward ones. */
export type ContractTask = Task & { readonly number: number };

/**
 * The awkward workloads of an operator in the types of a template, numbered.
 *
 * @internal Tests count what the contract checks.
 */
export function workloadsOf(template: Template, operator: Operator): readonly (readonly [number, Workload])[] {
  return [...awkwardWorkloads(operator, typesOf(template)).entries()];
}

/**
 * The tasks of a template on a target: of the awkward workloads those that it serves. Spaces remember which of their
 * points are valid, which can take longer to find than to build a kernel: each is to be made once. Throws what the
 * template throws.
 */
export function tasksOn(
  target: Target,
  template: Template,
  operator: Operator,
  workloads = workloadsOf(template, operator),
): readonly ContractTask[] {
  return workloads
    .filter(([, workload]) => refusal(template, workload, target) === undefined)
    .map(([number, workload]) => ({ number, ...makeTask(template, workload, target, operator) }));
}

/** Up to so many different configs of a task. */
export function samples({ space }: Task, random: Random, count: number): Config[] {
  const taken = new Map<number, Config>();
  for (let i = 0; i < count; i++) {
    const config = space.sample(random, new Set(taken.keys()));
    if (config) taken.set(config.index, config);
  }
  return [...taken.values()];
}

/** Of the draws of configs on a target, so that targets are checked on different ones. */
export function seedOf(target: Target): number {
  if (target.model === 'simt') return 1004 + target.gpu.sharedPerBlock;
  return target.threads * 1000 + target.vector.lanes;
}

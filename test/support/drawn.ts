import type { DeviceKernel } from '../../src/ir/device-kernel.js';
import { generate } from '../../src/backend/generate.js';
import { findOperator } from '../../src/operator/registry.js';
import { Random } from '../../src/space/random.js';
import type { Target } from '../../src/target/target.js';
import { refusal } from '../../src/templates/refusal.js';
import { toleranceOf } from '../../src/templates/tolerance.js';
import type { Task, Template } from '../../src/templates/template.js';
import { awkwardWorkloads } from '../../src/catalogue/contract/tasks.js';

interface Drawn {
  readonly kernel: DeviceKernel;
  /** What it may be off. */
  readonly tolerance: number;
}

/** A task of a template on an awkward shape that it serves, and the kernel of a config; `place` decides on both. */
export function drawn(template: Template, target: Target, place: number): readonly [task: Task, made: Drawn] {
  const served = awkwardWorkloads(findOperator(template.operator)).filter(
    (workload) => refusal(template, workload, target) === undefined,
  );
  const workload = served.at((5 * place) % served.length)!;
  const task = { template, workload, target, space: template.define(workload, target) };
  const config = task.space.sample(new Random(place))!;
  return [task, { kernel: generate(task, config), tolerance: toleranceOf(task, config) }];
}

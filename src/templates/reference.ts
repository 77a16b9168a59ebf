/** The naive computation as a kernel: what every candidate is checked against. */
import { generateC } from '../codegen/c.js';
import type { Kernel } from '../codegen/kernel.js';
import { lower } from '../ir/lower.js';
import { Schedule } from '../ir/schedule.js';
import { findOperator } from '../operator/registry.js';
import { elementTypeOf } from '../operator/operator.js';
import type { Workload } from '../operator/operator.js';
import { scalarTarget } from '../target/scalar.js';

/**
 * The unscheduled loop nest, one element after another, summed in double precision. Arguments as every kernel of the workload has them, except that it
 * takes and writes floats, whatever their type: every element of any type is one, and what is not rounded says best how far others are off.
 */
export function reference(workload: Workload): Kernel {
  const exact = { ...workload, shape: { ...workload.shape, dtype: 'float32' } };
  const kernel = generateC(lower(referenceSchedule(exact)), scalarTarget, { accumulate: 'double' });
  return { ...kernel, args: kernel.args.map((arg) => ({ ...arg, dtype: elementTypeOf(workload) })) };
}

export function referenceSchedule(workload: Workload): Schedule {
  const schedule = new Schedule(findOperator(workload.operator).computation(workload));
  for (const stage of [...schedule.stages])
    if (stage !== schedule.output && !stage.compute.reduction) schedule.inline(stage.tensor);
  const { output } = schedule;
  if (output.compute.reduction) {
    const total = schedule.cacheWrite(output, 'register');
    total.computeAt(output, output.loops[output.loops.length - 1]);
  }
  return schedule;
}

/** The naive computation as a kernel: what every candidate is checked against. */
import { generateC } from '../codegen/c.js';
import type { Kernel } from '../codegen/kernel.js';
import { lower } from '../ir/lower.js';
import { Schedule } from '../ir/schedule.js';
import { findOperator } from '../operator/registry.js';
import type { Workload } from '../operator/operator.js';
import { scalarTarget } from '../target/scalar.js';

/**
 * The unscheduled loop nest, one element after another, summed in double precision. Arguments as every kernel of the workload has them, but in
 * float32 whatever their type: what is read is a float of that type anyway, and what is written says best how far others are off when it is not rounded.
 */
export function reference(workload: Workload): Kernel {
  const exact = { ...workload, shape: { ...workload.shape, dtype: 'float32' } };
  return generateC(lower(referenceSchedule(exact)), scalarTarget, { accumulate: 'double' });
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

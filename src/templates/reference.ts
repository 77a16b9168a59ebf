/** The naive computation as a kernel: what every candidate is checked against. */
import { generateC } from '../codegen/c.js';
import type { Kernel } from '../codegen/kernel.js';
import { lower } from '../ir/lower.js';
import { Schedule } from '../ir/schedule.js';
import { findOperator } from '../operator/registry.js';
import type { Workload } from '../operator/operator.js';
import type { Target } from '../target/target.js';

/** Scalar code needs no vector unit and one thread. */
const plain: Target = {
  kind: 'llvm',
  cpu: 'generic',
  threads: 1,
  vector: { lanes: 1, registers: 16, masks: false },
  caches: { l1: 0, l2: 0, l3: 0 },
};

/** The unscheduled loop nest, one element after another, summed in double precision. Arguments as every kernel of the workload has them. */
export function reference(workload: Workload): Kernel {
  return generateC(lower(referenceSchedule(workload)), plain, { accumulate: 'double' });
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

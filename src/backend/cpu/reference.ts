/** The naive computation as a kernel: what every candidate is checked against, whatever its backend. */
import { valueType } from '../../ir/tensor.js';
import { lower } from '../../ir/lower.js';
import { elementTypeOf, type Operator, type Workload } from '../../operator/operator.js';
import { machine } from '../../target/machine.js';
import { referenceSchedule } from '../../templates/reference.js';
import { generateC } from './codegen/c.js';
import type { CpuKernel } from './cpu-kernel.js';
import { wrappedReference } from './source/wrapper.js';
import { scalarTarget } from './scalar.js';

/**
 * The naive loop nest, each element summed in order and in double precision, on all cores of this machine whatever the
 * target. Arguments as every kernel of the workload has them, except that it takes and writes floats, whatever their
 * type: every element of any type is one, and what is not rounded says best how far others are off. `operator`: the
 * workload's, where it is none of ours.
 */
export function reference(workload: Workload, threads = machine().cores, operator?: Operator): CpuKernel {
  if (operator?.gives === 'source') return wrappedReference(operator.reference(workload));
  const exact = { ...workload, shape: { ...workload.shape, dtype: valueType } };
  const target = { ...scalarTarget(), threads };
  const kernel = generateC(lower(referenceSchedule(exact, operator)), target, { accumulate: 'double' });
  return { ...kernel, args: kernel.args.map((arg) => ({ ...arg, dtype: elementTypeOf(workload) })) };
}

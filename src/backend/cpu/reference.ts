/** The naive computation as a kernel: what every candidate is checked against, whatever its backend. */
import { inputRanges, usualRange } from '../../ir/input-ranges.js';
import { clippedMagnitude } from '../../ir/rounding.js';
import { valueType } from '../../ir/tensor.js';
import { lower } from '../../ir/lower.js';
import { computationOf, elementTypeOf, type Operator, type Workload } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import { defined } from '../../target/defined.js';
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
  const computation = computationOf(operator ?? findOperator(workload.operator), workload);
  const ranges = inputRanges(computation);
  const magnitude = clippedMagnitude(computation);
  const args = kernel.args.map((arg, i) => {
    const range = ranges[i];
    const isUsual = range === undefined || range === usualRange;
    const drawn = defined({ range: isUsual ? undefined : range });
    const dtype = elementTypeOf(workload);
    return { ...arg, dtype, ...(arg.role === 'output' ? defined({ magnitude }) : drawn) };
  });
  return { ...kernel, args };
}

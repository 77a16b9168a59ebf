/** The naive computation as a kernel: what every candidate is checked against, whatever its backend. */
import { inputRanges, usualRange } from '../../ir/input-ranges.js';
import { leastMagnitude } from '../../ir/rounding.js';
import { wholeMagnitude } from '../../ir/whole-steps.js';
import { onFloats } from '../../ir/on-floats.js';
import { lower } from '../../ir/lower.js';
import { computationOf, type Operator, type Workload } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import { defined } from '../../target/defined.js';
import { machine } from '../../target/machine.js';
import { referenceSchedule } from '../../templates/reference.js';
import { generateC } from './codegen/c.js';
import type { CpuKernel } from './cpu-kernel.js';
import { wrappedReference } from './source/wrapper.js';
import { scalarTarget } from './scalar.js';

/** Operations below which a reference takes longer to optimize than to run as it is, about a millisecond. */
const briefOperations = 2 ** 20;

/**
 * The naive loop nest, each element summed in order and in double precision, on all cores of this machine whatever the
 * target, or on one where it is brief. Arguments as every kernel of the workload has them, except that it takes and
 * writes floats, whatever their type: every element of any type is one, and what is not rounded says best how far
 * others are off. `operator`: the workload's, where it is none of ours.
 */
export function reference(workload: Workload, threads = machine().cores, operator?: Operator): CpuKernel {
  if (operator?.gives === 'source') return wrappedReference(operator.reference(workload));
  const known = operator ?? findOperator(workload.operator);
  const isBrief = known.flops(workload) < briefOperations;
  const computation = computationOf(known, workload);
  const target = { ...scalarTarget(), threads: isBrief ? 1 : threads };
  const kernel = generateC(lower(referenceSchedule(onFloats(computation))), target, { accumulate: 'double' });
  const tensors = [...computation.inputs, computation.output];
  const ranges = inputRanges(computation);
  const magnitude = wholeMagnitude(computation) ?? leastMagnitude(computation);
  const args = kernel.args.map((arg, i) => {
    const range = ranges[i];
    const isUsual = range === undefined || range === usualRange;
    const drawn = defined({ range: isUsual ? undefined : range });
    const { dtype } = tensors[i]!;
    return { ...arg, dtype, ...(arg.role === 'output' ? defined({ magnitude }) : drawn) };
  });
  return { ...kernel, args, isBrief };
}

/** Which types of elements a computation makes sense in. */
import { isWhole, type KernelType } from '../../elements/registry.js';
import { Schedule } from '../../ir/schedule.js';
import type { Stage } from '../../ir/stage.js';
import { computedIn, isValueType } from '../../ir/tensor.js';
import { loadsOf, typeOfSum, typeOfValue } from '../../ir/value.js';
import type { TensorOperator } from '../../operator/operator.js';
import { UsageError } from '../../target/errors.js';
import { isReadOnCpu } from '../narrow.js';
import { hasNode } from './stages.js';

/** Why no kernel computes it in the types that it reads; undefined where one does. */
export function typeProblem({ stages }: Schedule): string | undefined {
  if (stages.some(mixesTypes)) return 'its elements are combined with those of another type';
  return stages.some(multipliesWide) ? 'its sums do not hold products of its elements' : undefined;
}

/** Whether CPUs read elements of a type, and the default workload of an operator makes sense in it. */
export function servesType(operator: TensorOperator): (type: KernelType) => boolean {
  const hasTypes = operator.options.some(({ key }) => key === 'dtype');
  const known = new Map<KernelType, boolean>();
  return (type) => {
    const serves =
      known.get(type) ?? (isReadOnCpu(type) && (hasTypes ? isSound(operator, type) : isValueType(type.name)));
    known.set(type, serves);
    return serves;
  };
}

function isSound(operator: TensorOperator, { name: dtype }: KernelType): boolean {
  try {
    return typeProblem(new Schedule(operator.computation(operator.workload(undefined, { dtype })))) === undefined;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

function mixesTypes({ tensor, compute: { reduction, value } }: Stage): boolean {
  const sum = reduction && typeOfSum(reduction);
  if ((typeOfValue(value, sum) ?? computedIn(tensor.dtype)) !== computedIn(tensor.dtype)) return true;
  return [...(reduction ? [reduction.source] : []), value].some((root) =>
    hasNode(root, (node) => {
      if (node.kind !== 'binary') return false;
      const [a, b] = [typeOfValue(node.a, sum), typeOfValue(node.b, sum)];
      return a !== undefined && b !== undefined && a !== b;
    }),
  );
}

/** Whether whole numbers as wide as their sums are multiplied. */
function multipliesWide({ compute: { reduction } }: Stage): boolean {
  if (!reduction || !hasNode(reduction.source, (node) => node.kind === 'binary' && node.op === 'mul')) return false;
  return loadsOf(reduction.source).some(({ tensor: { dtype } }) => isWhole(dtype) && computedIn(dtype) === dtype);
}

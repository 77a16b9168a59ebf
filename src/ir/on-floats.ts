/**
 * A computation whose tensors all lie in memory as floats, for a reference in double precision: whole numbers are exact
 * in it, and where a computation has some, what it computes in float32 is rounded to that at each step, so that it
 * comes to the same bit by bit.
 */
import { isWhole } from '../elements/registry.js';
import { overTensors, withValues } from './over-tensors.js';
import { isValueType, valueType } from './tensor.js';
import type { Computation, DType, Tensor, Value } from './tensor.js';
import { cast, loadsOfCompute, transform, typeOfSum, typeOfValue } from './value.js';

export function onFloats(computation: Computation): Computation {
  const hasWhole = tensorsOf(computation.output).some(({ dtype }) => isWhole(dtype));
  return overTensors(computation, ({ compute, ...tensor }, onto) => {
    const sum = compute?.reduction && typeOfSum(compute.reduction);
    const rewrite = (value: Value): Value => onto(hasWhole ? rounded(value, sum) : value);
    return { ...tensor, dtype: valueType, compute: compute && withValues(compute, rewrite) };
  });
}

/** A tensor and all that it is made of. */
function tensorsOf(tensor: Tensor): readonly Tensor[] {
  const loads = tensor.compute ? loadsOfCompute(tensor.compute) : [];
  return [tensor, ...loads.flatMap((load) => tensorsOf(load.tensor))];
}

/** Every float32 that is computed as one. */
function rounded(value: Value, sum: DType | undefined): Value {
  return transform(value, (node) => {
    const type = node.kind === 'binary' || node.kind === 'call' ? typeOfValue(node, sum) : undefined;
    return type !== undefined && isValueType(type) ? cast(type, node) : node;
  });
}

/**
 * A computation whose tensors all lie in memory as floats, for a reference in double precision: whole numbers are exact
 * in it, and where a computation has some, what it computes in float32 is rounded to that at each step, so that it
 * comes to the same bit by bit.
 */
import { isWhole } from '../elements/registry.js';
import { isValueType, valueType } from './tensor.js';
import type { Computation, Compute, DType, Tensor, Value } from './tensor.js';
import { cast, loadsOfCompute, transform, typeOfSum, typeOfValue } from './value.js';

export function onFloats({ inputs, output, constants, free }: Computation): Computation {
  const hasWhole = tensorsOf(output).some(({ dtype }) => isWhole(dtype));
  const made = new Map<Tensor, Tensor>();
  const onFloat = (tensor: Tensor): Tensor => {
    const known = made.get(tensor);
    if (known) return known;
    const compute = tensor.compute && rewritten(tensor.compute, hasWhole, onFloat);
    const one: Tensor = { ...tensor, dtype: valueType, compute };
    made.set(tensor, one);
    return one;
  };
  return {
    inputs: inputs.map(onFloat),
    output: onFloat(output),
    constants: constants.map(onFloat),
    ...(free && { free: free.map(onFloat) }),
  };
}

/** A tensor and all that it is made of. */
function tensorsOf(tensor: Tensor): readonly Tensor[] {
  const loads = tensor.compute ? loadsOfCompute(tensor.compute) : [];
  return [tensor, ...loads.flatMap((load) => tensorsOf(load.tensor))];
}

function rewritten(compute: Compute, isRounded: boolean, onFloat: (tensor: Tensor) => Tensor): Compute {
  const { reduction, value } = compute;
  const sum = reduction && typeOfSum(reduction);
  const rewrite = (of: Value): Value => onLoads(isRounded ? rounded(of, sum) : of, onFloat);
  return {
    ...compute,
    reduction: reduction && { ...reduction, source: rewrite(reduction.source) },
    value: rewrite(value),
  };
}

function onLoads(value: Value, onFloat: (tensor: Tensor) => Tensor): Value {
  return transform(value, (node) => (node.kind === 'load' ? { ...node, tensor: onFloat(node.tensor) } : node));
}

/** Every float32 that is computed as one. */
function rounded(value: Value, sum: DType | undefined): Value {
  return transform(value, (node) => {
    const type = node.kind === 'binary' || node.kind === 'call' ? typeOfValue(node, sum) : undefined;
    return type !== undefined && isValueType(type) ? cast(type, node) : node;
  });
}

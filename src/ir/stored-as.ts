/**
 * A computation in float32 whose inputs and output lie in memory as elements of another type: what it makes on its way
 * stays in float32.
 */
import { isWhole } from '../elements/registry.js';
import { overTensors, withValues } from './over-tensors.js';
import { computedIn, isValueType, valueType } from './tensor.js';
import type { Computation, DType, Tensor, Value } from './tensor.js';
import { cast, transform } from './value.js';

/** `typeOf`: of an input, where it is not that of the output. */
export function storedAs(
  computation: Computation,
  dtype: DType,
  typeOf: (input: Tensor) => DType = () => dtype,
): Computation {
  const { inputs, output } = computation;
  if ([dtype, ...inputs.map(typeOf)].every(isValueType)) return computation;
  return overTensors(computation, (tensor, onto) => {
    if (!tensor.compute) return { ...tensor, dtype: typeOf(tensor) };
    const compute = withValues(tensor.compute, (value) => inFloats(onto(value)));
    if (tensor !== output) return { ...tensor, compute };
    const value = isWhole(dtype) ? cast(computedIn(dtype), compute.value) : compute.value;
    return { ...tensor, dtype, compute: { ...compute, value } };
  });
}

/** The same where a tensor that it makes on its way, by its name, is kept in another type. */
export function keptAs(computation: Computation, name: string, dtype: DType): Computation {
  return overTensors(computation, (tensor, onto) => ({
    ...tensor,
    dtype: tensor.name === name ? dtype : tensor.dtype,
    compute: tensor.compute && withValues(tensor.compute, onto),
  }));
}

/** Elements that are whole become floats. */
function inFloats(value: Value): Value {
  return transform(value, (node) =>
    node.kind === 'load' && isWhole(node.tensor.dtype) ? cast(valueType, node) : node,
  );
}

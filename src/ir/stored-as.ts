/**
 * A computation in float32 whose inputs and output lie in memory as elements of another type: what it makes on its way
 * stays in float32.
 */
import { isWhole } from '../elements/registry.js';
import { computedIn, isValueType, valueType } from './tensor.js';
import type { Computation, Compute, DType, Tensor, Value } from './tensor.js';
import { cast, transform } from './value.js';

/** `typeOf`: of an input, where it is not that of the output. */
export function storedAs(
  computation: Computation,
  dtype: DType,
  typeOf: (input: Tensor) => DType = () => dtype,
): Computation {
  const { inputs, output, constants, free } = computation;
  if ([dtype, ...inputs.map(typeOf)].every(isValueType)) return computation;
  const made = new Map<Tensor, Tensor>();
  const stored = (tensor: Tensor): Tensor => {
    const known = made.get(tensor);
    if (known) return known;
    const compute = tensor.compute && onStored(tensor.compute, stored);
    const one: Tensor = tensor.compute ? { ...tensor, compute } : { ...tensor, dtype: typeOf(tensor) };
    made.set(tensor, one);
    return one;
  };
  const computed = stored(output).compute!;
  const last: Tensor = { ...output, dtype, compute: { ...computed, value: asComputed(computed.value, dtype) } };
  made.set(output, last);
  return {
    inputs: inputs.map(stored),
    output: last,
    constants: constants.map(stored),
    ...(free && { free: free.map(stored) }),
  };
}

function onStored({ axes, reduction, value }: Compute, stored: (tensor: Tensor) => Tensor): Compute {
  const rewrite = (of: Value): Value =>
    transform(of, (node) => {
      if (node.kind !== 'load') return node;
      const tensor = stored(node.tensor);
      const load: Value = { ...node, tensor };
      return isWhole(tensor.dtype) ? cast(valueType, load) : load;
    });
  return { axes, reduction: reduction && { ...reduction, source: rewrite(reduction.source) }, value: rewrite(value) };
}

/** A float as the type that elements of `dtype` are computed in. */
function asComputed(value: Value, dtype: DType): Value {
  return isWhole(dtype) ? cast(computedIn(dtype), value) : value;
}

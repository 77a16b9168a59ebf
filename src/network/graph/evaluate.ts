import { isValueType } from '../../ir/tensor.js';
import type { ConstantTensor } from '../onnx/model.js';
import type { GraphNode, ValueType } from './graph.js';
import { canonicalOf } from './operators/registry.js';
import { sizeOf } from './operators/shape.js';

/** Operations that folding a constant may cost: half a second, about. */
const MOST_WORK = 2 ** 28;

/**
 * The outputs of a node whose inputs are all constant, rounded to their types; undefined where it has others, or would
 * take too long.
 */
export function folded(
  node: GraphNode,
  constantOf: (value: string) => ConstantTensor | undefined,
  types: readonly ValueType[],
): readonly ConstantTensor[] | undefined {
  const inputs = node.inputs.map((input) => (input === undefined ? undefined : constantOf(input)));
  if (
    node.inputs.length === 0 ||
    inputs.some((input, index) => input === undefined && node.inputs[index] !== undefined)
  )
    return undefined;
  const { evaluate, work } = canonicalOf(node.op);
  const elements = types.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  if (work !== undefined && elements * work(node, inputs) > MOST_WORK) return undefined;
  return evaluate(node, inputs, types).map((data, index) => ofType(types[index]!, data));
}

/** Elements as a constant: float32 in its own array, every other type as numbers. */
function ofType({ type, shape }: ValueType, data: ConstantTensor['data']): ConstantTensor {
  if (isValueType(type)) return { type, shape, data: data instanceof Float32Array ? data : Float32Array.from(data) };
  return { type, shape, data: data instanceof Float64Array ? data : Float64Array.from(data) };
}

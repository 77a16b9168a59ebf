/** Values whose extent along an axis depends on values. */
import type { ConstantTensor } from '../onnx/model.js';
import type { Graph, ValueType } from './graph.js';
import { sizeOf } from './operators/attributes.js';

/** What of such a value is there, by the values that say extents; any other as it is. */
export function countedPart(
  { type, shape, counted }: ValueType,
  data: ConstantTensor['data'],
  countOf: (value: string) => number,
): ConstantTensor {
  const own = counted ? shape.with(counted.axis, countOf(counted.by)) : shape;
  return { type, shape: own, data: counted ? data.subarray(0, sizeOf(own)) : data };
}

/** Outputs of a graph that say extents of others. */
export function countsOf({ outputs, values }: Graph): ReadonlySet<string> {
  return new Set(outputs.flatMap((value) => values.get(value)?.counted?.by ?? []));
}

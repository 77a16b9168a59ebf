/** Values whose extent along an axis depends on values. */
import type { ConstantTensor } from '../onnx/model.js';
import type { Graph, ValueType } from './graph.js';
import type { GraphBuilder } from './builder.js';
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

/** Adds to a graph what leaves zeros behind what is there of outputs. */
export function clearRests(builder: GraphBuilder, outputs: Iterable<string>): void {
  for (const output of outputs) {
    const type = builder.values.get(output);
    if (!type?.counted?.rest) continue;
    const { axis, by } = type.counted;
    const whole = builder.fresh(`${output}_with_rest`);
    const renamed = (value: string | undefined): string | undefined => (value === output ? whole : value);
    for (const [place, node] of builder.nodes.entries())
      builder.nodes[place] = {
        ...node,
        inputs: node.inputs.map(renamed),
        outputs: node.outputs.map((value) => renamed(value)!),
      };
    builder.values.set(whole, type);
    const name = builder.fresh(`${output}_zeros`);
    const attributes = new Map([['axis', axis]]);
    builder.add({ name, op: 'ZeroRest', inputs: [whole, by], outputs: [output], attributes });
  }
}

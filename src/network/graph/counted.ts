/** Values whose extent along an axis depends on values. */
import type { ConstantTensor } from '../onnx/model.js';
import type { Graph, ValueType } from './graph.js';
import type { GraphBuilder } from './builder.js';
import { sizeOf } from './operators/attributes.js';

/**
 * What of such a value is there, by the values that say extents; any other as it is, also one without an element along
 * an extent that nothing says yet.
 */
export function countedPart(
  { type, shape, counted }: ValueType,
  data: ConstantTensor['data'],
  countOf: (value: string) => number | undefined,
): ConstantTensor & Pick<ValueType, 'counted'> {
  if (!counted || shape[counted.axis] === 0) return { type, shape, data };
  const count = countOf(counted.by);
  if (count === undefined) return { type, shape, data, counted };
  const own = shape.with(counted.axis, count);
  return { type, shape: own, data: data.subarray(0, sizeOf(own)) };
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
    rename(builder, output, whole);
    builder.values.set(whole, type);
    const name = builder.fresh(`${output}_zeros`);
    const attributes = new Map([['axis', axis]]);
    builder.add({ name, op: 'ZeroRest', inputs: [whole, by], outputs: [output], attributes });
  }
}

/** Names values that say extents of outputs after the first of these. */
export function nameCounts(builder: GraphBuilder, outputs: ReadonlySet<string>): void {
  const named = new Set<string>();
  for (const output of outputs) {
    const by = builder.values.get(output)?.counted?.by;
    if (by === undefined || named.has(by) || outputs.has(by) || !builder.producer(by)) continue;
    const wish = `${output}_count`;
    const name = by === wish ? by : builder.fresh(wish);
    named.add(name);
    if (name === by) continue;
    rename(builder, by, name);
    builder.values.set(name, builder.typeOf(by));
    builder.values.delete(by);
    for (const [value, type] of builder.values)
      if (type.counted?.by === by) builder.values.set(value, { ...type, counted: { ...type.counted, by: name } });
  }
}

/** Has nodes make and read a value by another name. */
function rename(builder: GraphBuilder, value: string, name: string): void {
  const renamed = (one: string | undefined): string | undefined => (one === value ? name : one);
  for (const [place, node] of builder.nodes.entries())
    builder.nodes[place] = {
      ...node,
      inputs: node.inputs.map(renamed),
      outputs: node.outputs.map((one) => renamed(one)!),
    };
}

/** Outputs whose extents depend on values, and the last output, which says these. */
import { int64 } from '../../../elements/int64.js';
import type { ProcedureArray, ProcedureBuilder } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import type { GraphNode, ValueType } from '../graph.js';

export function countedBy(node: GraphNode, { type, shape }: ValueType, axis: number): ValueType {
  return { type, shape, counted: { axis, by: node.outputs.at(-1)! } };
}

/** Of the last output. */
export const countType: ValueType = { type: int64.name, shape: [] };

/** Stores the count, and zeros in each output behind as many elements as are there. */
export function storeCount(
  p: ProcedureBuilder,
  count: Value,
  counted: readonly { readonly output: ProcedureArray; readonly each: number }[],
): void {
  p.store(p.outputs.at(-1)!, 0, count.to(int64.name));
  for (const { output, each } of counted)
    p.range(count.times(each), output.elements, (i) => {
      p.store(output, i, 0);
    });
}

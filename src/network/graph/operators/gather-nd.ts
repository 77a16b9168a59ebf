import type { Operand, Value } from '../../../ir/procedure/value.js';
import { numberOf, sameShape, shapeText, sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { gatheringTuples, rowsThere, withZeros } from './counted-rows.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';

/**
 * The parts of the data that begin with the tuples of indices, behind `batch_dims` axes that both have. A last input
 * says how many rows the data have.
 */
export const gatherND: Operator = {
  name: 'GatherND',
  inputs: [2, 2],
  normalise: (node) => {
    const attributes = { batch_dims: node.number('batch_dims', 0) };
    const inputs = [node.input(0), withZeros(node, node.input(1))];
    const { counted } = node.type(0);
    if (!counted) return { op: 'GatherND', inputs, attributes };
    const fewest = node.type(1).counted ? 1 : 0;
    return { op: 'GatherND', inputs: [...inputs, counted.by], attributes: { ...attributes, fewest } };
  },
  canonical: {
    carriesCount: gatheringTuples,
    ...byProcedure({
      infer: (node, inputs) => {
        const [{ type, shape }, indices] = [present(inputs, 0), present(inputs, 1)];
        const batch = numberOf(node, 'batch_dims');
        const tuple = indices.shape.at(-1) ?? invalid(node, 'its indices are a scalar');
        const isAlike = sameShape(shape.slice(0, batch), indices.shape.slice(0, batch));
        if (!isAlike || batch >= indices.shape.length || batch + tuple > shape.length)
          invalid(node, `its indices are ${shapeText(indices.shape)}, and its data ${shapeText(shape)}`);
        return [{ type, shape: [...indices.shape.slice(0, -1), ...shape.slice(batch + tuple)] }];
      },
      define: (p, node) => {
        const [data, indices] = [p.input(0), p.input(1)];
        const batch = numberOf(node, 'batch_dims');
        const tuple = indices.shape.at(-1)!;
        const [batches, inner] = [sizeOf(data.shape.slice(0, batch)), sizeOf(data.shape.slice(batch + tuple))];
        const tuples = sizeOf(indices.shape.slice(batch, -1));
        const extents = data.shape.slice(batch, batch + tuple);
        const rows = p.inputs[2];
        const ends: readonly Operand[] = rows ? [rowsThere(p, node, rows), ...extents.slice(1)] : extents;
        p.loop(batches, (b) => {
          p.loop(tuples, (t) => {
            const row = p.let(b.times(tuples).plus(t));
            const from = extents.reduce<Value>(
              (place, extent, k) =>
                place.times(extent).plus(p.checked(indices.load(row.times(tuple).plus(k)), ends[k]!)),
              b,
            );
            p.copy(p.output(), row.times(inner), data, from.times(inner), inner);
          });
        });
      },
    }),
  },
};

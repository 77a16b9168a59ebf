import { int64 } from '../../../elements/int64.js';
import { around, axisOf, numberOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { present, type Operator, type SourceNode } from './operator.js';
import { sortIndices } from './sorted.js';

/** The `k` largest (or least) elements along `axis`, in their order, and their places; of equal ones the first. */
export const topK: Operator = {
  name: 'TopK',
  inputs: [1, 2],
  outputs: 2,
  normalise: (node) => {
    const axis = axisOf(node, node.number('axis', -1), node.rank(0));
    const [k, extent] = [countOf(node), node.shape(0)[axis]!];
    if (!Number.isInteger(k) || k < 0 || k > extent) node.invalid(`its k is ${k}, of ${extent} elements`);
    return { op: 'TopK', inputs: [node.input(0)], attributes: { axis, k, largest: node.number('largest', 1) } };
  },
  canonical: byProcedure({
    infer: (node, inputs) => {
      const { type, shape } = present(inputs, 0);
      const picked = shape.with(numberOf(node, 'axis'), numberOf(node, 'k'));
      return [
        { type, shape: picked },
        { type: int64.name, shape: picked },
      ].slice(0, Math.max(1, node.outputs.length));
    },
    work: (node, inputs) => {
      const extent = present(inputs, 0).shape[numberOf(node, 'axis')]!;
      return (extent * Math.log2(extent + 1) * 4) / numberOf(node, 'k');
    },
    define: (p, node) => {
      const [data, values, places] = [p.input(0), p.output(0), p.outputs[1]];
      const { outer, extent, inner } = around(data.shape, numberOf(node, 'axis'));
      const k = numberOf(node, 'k');
      const order = p.scratch('index', extent);
      p.loop(outer, (o) => {
        p.loop(inner, (i) => {
          const start = p.let(o.times(extent * inner).plus(i));
          p.loop(extent, (place) => {
            p.store(order, place, place);
          });
          sortIndices(p, order, extent, (a, b) => {
            const [x, y] = [a, b].map((one) => p.let(data.load(start.plus(one.times(inner))))) as [typeof a, typeof b];
            const isBetter = numberOf(node, 'largest') !== 0 ? x.above(y) : x.below(y);
            return isBetter.or(x.is(y).and(a.below(b)));
          });
          p.loop(k, (rank) => {
            const [from, to] = [p.let(order.load(rank)), p.let(o.times(k).plus(rank).times(inner).plus(i))];
            p.store(values, to, data.load(start.plus(from.times(inner))));
            if (places) p.store(places, to, from.to(int64.name));
          });
        });
      });
    },
  }),
};

/** An attribute before version 10, an input since. */
function countOf(node: SourceNode): number {
  return node.static(1, 'k')?.[0] ?? node.invalid('it has no k');
}

import { int64 } from '../../../elements/int64.js';
import { around, axisOf, numberOf } from './attributes.js';
import { number } from '../../../ir/procedure/builder.js';
import { byProcedure } from './by-procedure.js';
import { countOf } from './counted-joins.js';
import { countedBy, countType, storeCount } from './counted-outputs.js';
import { alongOthers, areRows } from './counted-rows.js';
import { present, type Operator, type SourceNode } from './operator.js';
import { mostOf } from './run-time-extents.js';
import { firstIndices } from './sorted.js';

/**
 * The `k` largest (or least) elements along `axis`, in their order, and their places; of equal ones the first. Of rows
 * there may be a count, and `k` may be known only when the network runs: then both are inputs, and `k` the most.
 */
export const topK: Operator = {
  name: 'TopK',
  inputs: [1, 2],
  outputs: 2,
  normalise: (node) => {
    const axis = axisOf(node, node.number('axis', -1), node.rank(0));
    const { shape, counted } = node.type(0);
    const extent = shape[axis]!;
    const attributes = { axis, largest: node.number('largest', 1) };
    if (node.has(1) && (counted?.axis === axis || node.knownInput(1) === undefined)) {
      if (!areRows(node.type(0), axis)) node.refuseUnknown(node.input(1), 'with k of several rows');
      const k = Math.min(extent, mostOf(node, node.input(1)));
      return {
        values: node.emitCounted('TopK', [...node.inputs, countOf(node, node.input(0), axis)], { ...attributes, k }, 2),
      };
    }
    const k = attributeOrInput(node);
    if (!Number.isInteger(k) || k < 0 || k > extent) node.invalid(`its k is ${k}, of ${extent} elements`);
    return { op: 'TopK', inputs: [node.input(0)], attributes: { ...attributes, k } };
  },
  canonical: {
    carriesCount: (node, inputs, outputs) => {
      const axis = numberOf(node, 'axis');
      if (inputs.length > 1) return inputs[0]!.counted?.axis === axis ? 'inferred' : undefined;
      return alongOthers(() => [axis], 'any')(node, inputs, outputs);
    },
    ...byProcedure({
      infer: (node, inputs) => {
        const axis = numberOf(node, 'axis');
        const { type, shape } = present(inputs, 0);
        const picked = shape.with(axis, numberOf(node, 'k'));
        const outputs = [type, int64.name].map((of) => ({ type: of, shape: picked }));
        if (node.inputs.length > 1) return [...outputs.map((output) => countedBy(node, output, axis)), countType];
        return outputs.slice(0, Math.max(1, node.outputs.length));
      },
      work: (node, inputs) => {
        const extent = present(inputs, 0).shape[numberOf(node, 'axis')]!;
        return (extent * Math.log2(extent + 1) * 4) / Math.max(1, numberOf(node, 'k'));
      },
      define: (p, node) => {
        const [data, values, places] = [p.input(0), p.output(0), p.outputs[1]];
        const { outer, extent, inner } = around(data.shape, numberOf(node, 'axis'));
        const most = numberOf(node, 'k');
        const there = p.inputs[2] ? p.let(p.inputs[2].load(0).to('index')) : number(extent);
        const k = p.let(p.inputs[1]?.load(0).to('index') ?? number(most));
        if (p.inputs[1]) p.failIf(k.below(0).or(k.above(there)).or(k.above(most)));
        const order = p.scratch('index', Math.max(1, most));
        p.loop(outer, (o) => {
          p.loop(inner, (i) => {
            const start = p.let(o.times(extent * inner).plus(i));
            firstIndices(p, order, { count: there, most: k }, (a, b) => {
              const [x, y] = [a, b].map((one) => p.let(data.load(start.plus(one.times(inner))))) as [
                typeof a,
                typeof b,
              ];
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
        if (p.inputs[1])
          storeCount(
            p,
            k,
            [values, places!].map((output) => ({ output, each: inner })),
          );
      },
    }),
  },
};

/** An attribute before version 10, an input since. */
function attributeOrInput(node: SourceNode): number {
  return node.static(1, 'k')?.[0] ?? node.invalid('it has no k');
}

import type { Value } from '../../../ir/procedure/value.js';
import { around, axisOf, numberOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { present, type Operator } from './operator.js';

/** Of each element along `axis` the sum (or product) of those up to it, or from it on; `exclusive`: without itself. */
function cumulative(name: string, first: number, step: (total: Value, x: Value) => Value): Operator {
  return {
    name,
    inputs: [2, 2],
    normalise: (node) => {
      const axis = axisOf(node, node.constantInput(1, 'an axis').data[0]!, node.rank(0));
      const [exclusive, reverse] = [node.number('exclusive', 0), node.number('reverse', 0)];
      return { op: name, inputs: [node.input(0)], attributes: { axis, exclusive, reverse } };
    },
    canonical: byProcedure({
      infer: (_, inputs) => [present(inputs, 0)],
      define: (p, node) => {
        const [data, output] = [p.input(0), p.output()];
        const { outer, extent, inner } = around(data.shape, numberOf(node, 'axis'));
        const isExclusive = numberOf(node, 'exclusive') !== 0;
        const totals = p.scratch(data.kind, inner);
        p.loop(outer, (o) => {
          p.fill(totals, first);
          p.loop(extent, (k) => {
            const row = numberOf(node, 'reverse') !== 0 ? k.times(-1).plus(extent - 1) : k;
            const start = p.let(o.times(extent).plus(row).times(inner));
            p.loop(inner, (i) => {
              const before = p.let(totals.load(i));
              const after = p.let(step(before, data.load(start.plus(i))));
              p.store(totals, i, after);
              p.store(output, start.plus(i), isExclusive ? before : after);
            });
          });
        });
      },
    }),
  };
}

export const cumulatives: readonly Operator[] = [
  cumulative('CumSum', 0, (total, x) => total.plus(x)),
  cumulative('CumProd', 1, (total, x) => total.times(x)),
];

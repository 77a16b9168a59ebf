import { int64 } from '../../../elements/int64.js';
import { number } from '../../../ir/procedure/builder.js';
import type { Value } from '../../../ir/procedure/value.js';
import { numberOf, stridesOf } from './attributes.js';
import { byProcedure, graphOperator } from './by-procedure.js';
import { present, type Operator } from './operator.js';
import { outputExtents, windowOf } from './window.js';

/** Of each window of a MaxPool the place of its largest element in all of the input; of equal ones the first. */
export const maxPoolIndices: Operator = graphOperator(
  'MaxPoolIndices',
  [1, 1],
  byProcedure({
    infer: (node, inputs) => {
      const { shape } = present(inputs, 0);
      const extents = outputExtents(node, windowOf(node), shape.slice(2));
      return [{ type: int64.name, shape: [...shape.slice(0, 2), ...extents] }];
    },
    define: (p, node) => {
      const [data, output] = [p.input(0), p.output()];
      const { kernel, strides, dilations, pads } = windowOf(node);
      const spatial = data.shape.slice(2);
      const steps = stridesOf(spatial);
      const columns = stridesOf(spatial.toReversed()).toReversed();
      const order = numberOf(node, 'storage_order') === 0 ? steps : columns;
      const size = spatial.reduce((product, extent) => product * extent, 1);
      p.each(output.shape, ([n, c, ...at]) => {
        const start = p.let(n!.times(data.shape[1]!).plus(c!).times(size));
        const [best, place] = [p.let(data.load(start)), p.let(number(-1))];
        p.each(kernel, (taps) => {
          const indices = taps.map((tap, d) =>
            p.let(at[d]!.times(strides[d]!).plus(tap.times(dilations[d]!)).minus(pads[d]!)),
          );
          const inside = indices
            .map((index, d) => index.atLeast(0).and(index.below(spatial[d]!)))
            .reduce((all, one) => all.and(one));
          p.if(inside, () => {
            const sum = (by: readonly number[]): Value =>
              indices.reduce((total, index, d) => total.plus(index.times(by[d]!)), start);
            const x = p.let(data.load(sum(steps)));
            p.if(place.below(0).or(x.above(best)), () => {
              p.set(best, x);
              p.set(place, sum(order));
            });
          });
        });
        p.store(output, output.place([n!, c!, ...at]), place.to(int64.name));
      });
    },
  }),
);

import { int64 } from '../../../elements/int64.js';
import { number, placeIn } from '../../../ir/procedure/builder.js';
import { sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { filled } from './counted-joins.js';
import { countedBy, countType, storeCount } from './counted-outputs.js';
import { present, type Operator } from './operator.js';

/** The indices of elements that are not zero: a row for each axis, of a column for each of these elements. */
export const nonZero: Operator = {
  name: 'NonZero',
  inputs: [1, 1],
  outputs: 2,
  normalise: (node) => ({ values: node.emitCounted('NonZero', [filled(node, node.input(0), 0)], {}, 1) }),
  canonical: byProcedure({
    infer: (node, inputs) => {
      const { shape } = present(inputs, 0);
      return [countedBy(node, { type: int64.name, shape: [Math.max(1, shape.length), sizeOf(shape)] }, 1), countType];
    },
    define: (p) => {
      const [data, output] = [p.input(0), p.output()];
      const [count, found] = [p.let(number(0)), p.let(number(0))];
      p.loop(data.elements, (i) => {
        p.if(data.load(i).isNot(0), () => {
          p.set(count, count.plus(1));
        });
      });
      const shape = data.shape.length === 0 ? [1] : data.shape;
      p.each(shape, (indices) => {
        p.if(data.load(placeIn(shape, indices)).isNot(0), () => {
          for (const [axis, index] of indices.entries())
            p.store(output, count.times(axis).plus(found), index.to(int64.name));
          p.set(found, found.plus(1));
        });
      });
      storeCount(p, count, [{ output, each: shape.length }]);
    },
  }),
};

import { number } from '../../../ir/procedure/builder.js';
import { around, axisOf, numberOf, sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { countedBy, countType, storeCount } from './counted-outputs.js';
import { present, type Operator } from './operator.js';
import { reshaped } from './reshape.js';

/** The slices along `axis` for which a condition holds; without an axis, of all elements in a row. */
export const compress: Operator = {
  name: 'Compress',
  inputs: [2, 2],
  normalise: (node) => {
    if (node.rank(1) !== 1) node.invalid('its condition is no list');
    const isFlat = !node.attributes.has('axis');
    const data = isFlat ? reshaped(node, node.input(0), [sizeOf(node.shape(0))]) : node.input(0);
    const axis = isFlat ? 0 : axisOf(node, node.number('axis'), node.rank(0));
    return { values: node.emitCounted('Compress', [data, node.input(1)], { axis }, 1) };
  },
  canonical: byProcedure({
    infer: (node, inputs) => {
      const [{ type, shape }, axis] = [present(inputs, 0), numberOf(node, 'axis')];
      const most = Math.min(shape[axis]!, sizeOf(present(inputs, 1).shape));
      return [countedBy(node, { type, shape: shape.with(axis, most) }, axis), countType];
    },
    define: (p, node) => {
      const [data, condition, output] = [p.input(0), p.input(1), p.output()];
      const axis = numberOf(node, 'axis');
      const { outer, extent, inner } = around(data.shape, axis);
      const count = p.let(number(0));
      p.loop(output.shape[axis]!, (k) => {
        p.if(condition.load(k).isNot(0), () => {
          p.set(count, count.plus(1));
        });
      });
      p.loop(outer, (o) => {
        const to = p.let(o.times(count));
        p.loop(output.shape[axis]!, (k) => {
          p.if(condition.load(k).isNot(0), () => {
            p.copy(output, to.times(inner), data, o.times(extent).plus(k).times(inner), inner);
            p.set(to, to.plus(1));
          });
        });
      });
      storeCount(p, count, [{ output, each: outer * inner }]);
    },
  }),
};

import { number } from '../../../ir/procedure/builder.js';
import { axisOf, numberOf, sizeOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { present, type Operator } from './operator.js';

/** Along a new `axis` of `depth`, the second of two values at each index, the first elsewhere; beyond it everywhere. */
export const oneHot: Operator = {
  name: 'OneHot',
  inputs: [3, 3],
  normalise: (node) => {
    const [depth] = node.constantInput(1, 'a depth').data;
    if (!Number.isInteger(depth) || depth! < 1) node.invalid(`its depth is ${depth!}`);
    const axis = axisOf(node, node.number('axis', -1), node.rank(0) + 1);
    if (sizeOf(node.shape(2)) !== 2) node.invalid('its values are not two');
    return { op: 'OneHot', inputs: [node.input(0), node.input(2)], attributes: { axis, depth: depth! } };
  },
  canonical: byProcedure({
    infer: (node, inputs) => [
      {
        type: present(inputs, 1).type,
        shape: present(inputs, 0).shape.toSpliced(numberOf(node, 'axis'), 0, numberOf(node, 'depth')),
      },
    ],
    define: (p, node) => {
      const [indices, values, output] = [p.input(0), p.input(1), p.output()];
      const [axis, depth] = [numberOf(node, 'axis'), numberOf(node, 'depth')];
      const inner = sizeOf(indices.shape.slice(axis));
      p.fill(output, values.load(0));
      p.loop(sizeOf(indices.shape.slice(0, axis)), (o) => {
        p.loop(inner, (i) => {
          const given = p.let(indices.load(o.times(inner).plus(i)).to('index'));
          const index = p.let(given.below(0).choose(given.plus(depth), given));
          p.if(index.atLeast(number(0)).and(index.below(depth)), () => {
            p.store(output, o.times(depth).plus(index).times(inner).plus(i), values.load(1));
          });
        });
      });
    },
  }),
};

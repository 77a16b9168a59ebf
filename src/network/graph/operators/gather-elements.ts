import { axisOf, numberOf, shapeText } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';

/** Of each index along `axis` the element there, at the index's place along all others. */
export const gatherElements: Operator = {
  name: 'GatherElements',
  inputs: [2, 2],
  normalise: (node) => ({
    ...{ op: 'GatherElements', inputs: node.inputs },
    attributes: { axis: axisOf(node, node.number('axis', 0), node.rank(0)) },
  }),
  canonical: byProcedure({
    infer: (node, inputs) => {
      const [{ type, shape }, indices] = [present(inputs, 0), present(inputs, 1)];
      const axis = numberOf(node, 'axis');
      if (indices.shape.length !== shape.length || indices.shape.some((n, d) => d !== axis && n > shape[d]!))
        invalid(node, `its indices are ${shapeText(indices.shape)}, and its data ${shapeText(shape)}`);
      return [{ type, shape: indices.shape }];
    },
    define: (p, node) => {
      const [data, indices] = [p.input(0), p.input(1)];
      const axis = numberOf(node, 'axis');
      p.each(indices.shape, (at) => {
        const place = p.let(indices.place(at));
        const index = p.checked(indices.load(place), data.shape[axis]!);
        p.store(p.output(), place, data.load(data.place(at.with(axis, index))));
      });
    },
  }),
};

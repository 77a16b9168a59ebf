import { number } from '../../../ir/procedure/builder.js';
import { sameShape, shapeText, sizeOf, textOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';
import { reduced, reductionOf } from './scattered.js';

/** The data, with updates in the place of the parts that begin with the tuples of indices. */
export const scatterND: Operator = {
  name: 'ScatterND',
  inputs: [3, 3],
  normalise: (node) => ({
    ...{ op: 'ScatterND', inputs: node.inputs },
    attributes: { reduction: reductionOf(node) },
  }),
  canonical: byProcedure({
    infer: (node, inputs) => {
      const [data, indices, updates] = [present(inputs, 0), present(inputs, 1), present(inputs, 2)];
      const tuple = indices.shape.at(-1) ?? invalid(node, 'its indices are a scalar');
      const shape = [...indices.shape.slice(0, -1), ...data.shape.slice(tuple)];
      if (tuple > data.shape.length || !sameShape(updates.shape, shape))
        invalid(node, `its updates are ${shapeText(updates.shape)}, and ${shapeText(shape)} is needed`);
      return [data];
    },
    define: (p, node) => {
      const [data, indices, updates, output] = [p.input(0), p.input(1), p.input(2), p.output()];
      const [tuple, reduction] = [indices.shape.at(-1)!, textOf(node, 'reduction')];
      const inner = sizeOf(data.shape.slice(tuple));
      p.copy(output, 0, data, 0, data.elements);
      p.loop(sizeOf(indices.shape.slice(0, -1)), (row) => {
        const part = data.shape
          .slice(0, tuple)
          .reduce(
            (place, extent, k) => place.times(extent).plus(p.checked(indices.load(row.times(tuple).plus(k)), extent)),
            number(0),
          );
        const [to, from] = [p.let(part.times(inner)), p.let(row.times(inner))];
        if (reduction === 'none') p.copy(output, to, updates, from, inner);
        else
          p.loop(inner, (i) => {
            const at = p.let(to.plus(i));
            p.store(output, at, reduced(reduction, output.load(at), updates.load(from.plus(i))));
          });
      });
    },
  }),
};

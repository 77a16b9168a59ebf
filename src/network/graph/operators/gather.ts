import { around, axisOf, numberOf, tensorOf } from './attributes.js';
import { byProcedure } from './by-procedure.js';
import { gathering, rowsThere, withZeros } from './counted-rows.js';
import { present, type Operator } from './operator.js';
import { pickedExtents } from './run-time-extents.js';

/** Gather along one axis by indices; negative ones count from the end. A last input says how many rows there are. */
export const gather: Operator = {
  name: 'Gather',
  inputs: [2, 2],
  normalise: (node) => {
    const known = node.knownInput(1)?.data;
    const axis = axisOf(node, node.number('axis', 0), node.rank(0));
    const extent = node.shape(0)[axis]!;
    if (known?.every((index) => index >= -extent && index < extent) === false)
      node.invalid(`an index is not one of ${extent}`);
    const extents = known && pickedExtents(node, node.input(0), known);
    if (extents) return { constant: tensorOf(node.type(0).type, node.shape(1), extents) };
    const { counted } = node.type(0);
    const inputs = [node.input(0), withZeros(node, node.input(1))];
    if (known || counted?.axis !== axis) return { op: 'Gather', inputs, attributes: { axis } };
    const fewest = node.type(1).counted ? 1 : 0;
    return { op: 'Gather', inputs: [...inputs, counted.by], attributes: { axis, fewest } };
  },
  canonical: {
    carriesCount: gathering,
    ...byProcedure({
      infer: (node, inputs) => {
        const axis = numberOf(node, 'axis');
        const [data, indices] = [present(inputs, 0), present(inputs, 1)];
        return [
          { type: data.type, shape: [...data.shape.slice(0, axis), ...indices.shape, ...data.shape.slice(axis + 1)] },
        ];
      },
      define: (p, node) => {
        const [data, indices] = [p.input(0), p.input(1)];
        const { outer, extent, inner } = around(data.shape, numberOf(node, 'axis'));
        const end = p.inputs[2] ? rowsThere(p, node, p.inputs[2]) : extent;
        p.loop(outer, (o) => {
          p.loop(indices.elements, (i) => {
            const index = p.checked(indices.load(i), end);
            const to = o.times(indices.elements).plus(i).times(inner);
            p.copy(p.output(), to, data, o.times(extent).plus(index).times(inner), inner);
          });
        });
      },
    }),
  },
};

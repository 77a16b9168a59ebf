import { numberOf } from './attributes.js';
import { emptyLike } from './broadcast.js';
import { present, type Operator } from './operator.js';
import { around, axisOf, sizeOf } from './shape.js';

/** Gather along one axis by constant indices, of which negative ones count from the end. */
export const gather: Operator = {
  name: 'Gather',
  inputs: [2, 2],
  normalise: (node) => {
    const { data } = node.constantInput(1, 'indices');
    const axis = axisOf(node, node.number('axis', 0), node.rank(0));
    const extent = node.shape(0)[axis]!;
    if (!data.every((index) => index >= -extent && index < extent)) node.invalid(`an index is not one of ${extent}`);
    return { op: 'Gather', inputs: node.inputs, attributes: { axis } };
  },
  canonical: {
    ownTypes: [1],
    infer: (node, inputs) => {
      const axis = numberOf(node, 'axis');
      const [data, indices] = [present(inputs, 0), present(inputs, 1)];
      return [
        { type: data.type, shape: [...data.shape.slice(0, axis), ...indices.shape, ...data.shape.slice(axis + 1)] },
      ];
    },
    evaluate: (node, [data, indices], [output]) => {
      const { outer, extent, inner } = around(data!.shape, numberOf(node, 'axis'));
      const out = emptyLike(data!.data, sizeOf(output!.shape));
      const chosen = Array.from(indices!.data, (index) => (index < 0 ? index + extent : index));
      for (let o = 0; o < outer; o++)
        chosen.forEach((index, at) => {
          const from = (o * extent + index) * inner;
          out.set(data!.data.subarray(from, from + inner), (o * chosen.length + at) * inner);
        });
      return [out];
    },
  },
};

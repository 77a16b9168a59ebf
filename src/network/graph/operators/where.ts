import { broadcastShape, broadcastStrides, strided } from './broadcast.js';
import { invalid } from './errors.js';
import { present, type Operator } from './operator.js';

/** Where: elements of the second input where the first is true, and of the third elsewhere. */
export const where: Operator = {
  name: 'Where',
  inputs: [3, 3],
  normalise: (node) => ({ op: 'Where', inputs: node.inputs, attributes: {} }),
  canonical: {
    ownTypes: [0],
    infer: (node, inputs) => {
      const shape = broadcastShape(inputs.map((_, index) => present(inputs, index).shape));
      if (shape === undefined) invalid(node, 'its inputs do not broadcast');
      return [{ type: present(inputs, 1).type, shape }];
    },
    evaluate: (_, inputs, [output]) => {
      const [condition, yes, no] = inputs.map((input) =>
        strided(input!.data, output!.shape, broadcastStrides(input!.shape, output!.shape)),
      );
      return [Float64Array.from(condition!, (holds, index) => (holds === 0 ? no! : yes!)[index]!)];
    },
  },
};

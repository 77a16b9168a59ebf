import { numbersOf } from './attributes.js';
import { strided } from './broadcast.js';
import { present, type Operator } from './operator.js';
import { stridesOf } from './shape.js';

/** Transpose: axis `i` of the output is axis `perm[i]` of the input. */
export const transpose: Operator = {
  name: 'Transpose',
  inputs: [1, 1],
  normalise: (node) => {
    const axes = Array.from({ length: node.rank(0) }, (_, axis) => axis);
    const perm = node.optionalNumbers('perm') ?? axes.toReversed();
    if (perm.length !== axes.length || axes.some((axis) => !perm.includes(axis)))
      node.invalid(`its perm [${perm.slice(0, 8).join(', ')}] is no permutation of ${axes.length} axes`);
    return { op: 'Transpose', inputs: node.inputs, attributes: { perm } };
  },
  canonical: {
    infer: (node, inputs) => {
      const { type, shape } = present(inputs, 0);
      return [{ type, shape: numbersOf(node, 'perm').map((axis) => shape[axis]!) }];
    },
    evaluate: (node, [input], [output]) => {
      const strides = stridesOf(input!.shape);
      const moved = numbersOf(node, 'perm').map((axis) => strides[axis]!);
      return [strided(input!.data, output!.shape, moved)];
    },
  },
};

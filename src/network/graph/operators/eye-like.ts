import type { Operator } from './operator.js';
import { tensorOf } from './attributes.js';

/** A matrix of the shape of another, with ones on a diagonal: the `k`th above the main one. */
export const eyeLike: Operator = {
  name: 'EyeLike',
  inputs: [1, 1],
  normalise: (node) => {
    const { type, shape } = node.type(0);
    const [rows, columns] = shape as [number, number];
    if (shape.length !== 2) node.invalid('its input is no matrix');
    const code = node.attributes.has('dtype') ? node.number('dtype') : undefined;
    const found = code === undefined ? type : node.typeNumbered(code).name;
    const k = node.number('k', 0);
    const data = Float64Array.from({ length: rows * columns }, (_, i) =>
      (i % columns) - Math.floor(i / columns) === k ? 1 : 0,
    );
    return { constant: tensorOf(found, shape, data) };
  },
};

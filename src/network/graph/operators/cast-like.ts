import type { Operator } from './operator.js';

/** CastLike: the first input in the type of the second, whose elements are not read. */
export const castLike: Operator = {
  name: 'CastLike',
  inputs: [2, 2],
  normalise: (node) => ({ op: 'Cast', inputs: [node.input(0)], attributes: { to: node.type(1).type } }),
};

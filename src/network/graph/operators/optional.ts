import { bool } from '../../../elements/bool.js';
import type { Operator } from './operator.js';

/** Whether an optional value is there is known before anything runs: a value that has a name is. */
export const optionals: readonly Operator[] = [
  {
    name: 'OptionalHasElement',
    inputs: [0, 1],
    normalise: (node) => ({
      constant: { type: bool.name, shape: [], data: Float64Array.of(node.has(0) ? 1 : 0) },
    }),
  },
  {
    name: 'OptionalGetElement',
    inputs: [1, 1],
    normalise: (node) => ({ op: 'Identity', inputs: node.inputs, attributes: {} }),
  },
];

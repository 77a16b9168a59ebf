import { extremum } from './binary.js';
import type { Normalised, Operator } from './operator.js';
import type { SourceNode } from './source-node.js';
import { defined } from '../../../target/defined.js';

/** An operator of any number of inputs as a chain of one of two. */
function chain(node: SourceNode, op: string): string {
  return node.inputs.map((_, index) => node.input(index)).reduce((left, right) => node.emit(op, [left, right]));
}

function variadic(name: string, op: string, canonical?: Operator['canonical']): Operator {
  return {
    name,
    inputs: [1, Infinity],
    normalise: (node): Normalised => {
      const inputs = node.inputs.map((_, index) => node.input(index));
      if (inputs.length === 2) return { op, inputs, attributes: {} };
      return { op: 'Identity', inputs: [chain(node, op)], attributes: {} };
    },
    ...defined({ canonical }),
  };
}

/** Max and Min have two inputs in a graph, Sum is a chain of Add, Mean one that is scaled. */
export const variadics: readonly Operator[] = [
  variadic('Max', 'Max', extremum('Max')),
  variadic('Min', 'Min', extremum('Min')),
  variadic('Sum', 'Add'),
  {
    name: 'Mean',
    inputs: [1, Infinity],
    normalise: (node) => {
      const inputs = [chain(node, 'Add'), node.scalar(1 / node.inputs.length, node.type(0).type)];
      return { op: 'Mul', inputs, attributes: {} };
    },
  },
];

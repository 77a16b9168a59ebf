import { present, type Operator } from './operator.js';

export const identity: Operator = {
  name: 'Identity',
  inputs: [1, 1],
  normalise: (node) => ({ op: 'Identity', inputs: node.inputs, attributes: {} }),
  canonical: { infer: (_, inputs) => [present(inputs, 0)], evaluate: (_, [input]) => [input!.data] },
};

/** Dropout leaves inference alone; what would train (version 12 on) is refused. */
export const dropout: Operator = {
  name: 'Dropout',
  inputs: [1, 3],
  normalise: (node) => {
    if (node.has(2) && node.constantInput(2, 'training_mode').data[0] !== 0) node.unsupported('in training mode');
    return { op: 'Identity', inputs: [node.input(0)], attributes: {} };
  },
};

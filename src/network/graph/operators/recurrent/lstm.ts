import type { SourceNode } from '../operator.js';
import type { Activation } from './activations.js';
import { cut } from '../parts.js';
import { recurrent, type Cell } from './sequence.js';

/** Place of the peephole weights among the inputs: [directions, 3 * hidden], of the input, output and forget gates. */
const PEEPHOLES = 7;

/**
 * LSTM: c = f c + i g(…), h = o h(c). Gates are in ONNX's order: input, output, forget, cell. The peepholes of the
 * input and forget gates see the cell before the step, that of the output gate the cell after it.
 */
export const lstmCell: Cell = {
  name: 'LSTM',
  gates: 4,
  activations: ['Sigmoid', 'Tanh', 'Tanh'],
  ofGates: 2,
  states: ['hidden', 'cell'],
  inputs: 8,
  stepOf: ({ node, recurrent, activations, isOne, part }) => {
    const [f, g, h] = activations as [Activation, Activation, Activation];
    const see = peepholes(node, part(PEEPHOLES));
    return (given, { hidden, cell }) => {
      const sums = hidden === undefined ? given : recurrent.of(hidden, isOne).plus(given);
      const input = f(see(0, sums.gate(0), cell));
      const written = node.emit('Mul', [input, g(sums.gate(3))]);
      // With `input_forget` the forget gate is what the input gate leaves.
      const forget = (): string =>
        node.number('input_forget', 0) === 0
          ? f(see(2, sums.gate(2), cell))
          : node.emit('Sub', [node.scalar(1), input]);
      const after = cell === undefined ? written : node.emit('Add', [node.emit('Mul', [forget(), cell]), written]);
      const output = f(see(1, sums.gate(1), after));
      return { hidden: node.emit('Mul', [output, h(after)]), cell: after };
    };
  },
};

export const lstm = recurrent(lstmCell);

type Peepholes = (gate: number, sum: string, cell: string | undefined) => string;

/** What gates see of the cell beside their sums. */
function peepholes(node: SourceNode, weights: string | undefined): Peepholes {
  if (weights === undefined) return (_, sum) => sum;
  const hidden = node.typeOf(weights).shape[0]! / 3;
  const parts = [0, 1, 2].map((place) => cut(node, weights, 0, place * hidden, hidden));
  return (gate, sum, cell) =>
    cell === undefined ? sum : node.emit('Add', [sum, node.emit('Mul', [cell, parts[gate]!])]);
}

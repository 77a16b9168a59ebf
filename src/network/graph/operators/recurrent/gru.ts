import type { SourceNode } from '../operator.js';
import { zerosOf } from '../parts.js';
import type { Activation } from './activations.js';
import type { Gates } from './gates.js';
import { recurrent, type Direction } from './sequence.js';

/** Gates in ONNX's order. */
const [UPDATE, RESET, HIDDEN] = [0, 1, 2];

/**
 * GRU: h = (1 - z) n + z h. With `linear_before_reset`, as PyTorch has it, n = g(x W + r (h R + b)), which takes one
 * product; otherwise n = g(x W + (r h) R + b), whose product waits for the reset gate.
 */
export const gru = recurrent({
  name: 'GRU',
  gates: 3,
  activations: ['Sigmoid', 'Tanh'],
  ofGates: 2,
  states: ['hidden'],
  inputs: 6,
  hasOwnBias: isLinearBeforeReset,
  stepOf: (direction) => {
    const { node } = direction;
    const gatesOf = (isLinearBeforeReset(node) ? resetAfter : resetBefore)(direction);
    return (given, { hidden = zerosOf(node, given.shape) }) => {
      const [update, fresh] = gatesOf(given, hidden);
      const rest = node.emit('Sub', [node.scalar(1), update]);
      const parts = [node.emit('Mul', [rest, fresh]), node.emit('Mul', [update, hidden])];
      return { hidden: node.emit('Add', parts) };
    };
  },
});

function isLinearBeforeReset(node: SourceNode): boolean {
  return node.number('linear_before_reset', 0) !== 0;
}

type GatesOf = (given: Gates, hidden: string) => readonly [update: string, fresh: string];

function resetAfter({ node, recurrent, activations, isOne }: Direction): GatesOf {
  const [f, g] = activations as [Activation, Activation];
  return (given, hidden) => {
    const sums = recurrent.of(hidden, isOne);
    const gate = (place: number): string => f(node.emit('Add', [given.gate(place), sums.gate(place)]));
    const kept = node.emit('Mul', [gate(RESET), sums.gate(HIDDEN)]);
    return [gate(UPDATE), g(node.emit('Add', [given.gate(HIDDEN), kept]))];
  };
}

function resetBefore({ node, recurrent, activations, isOne }: Direction): GatesOf {
  const [f, g] = activations as [Activation, Activation];
  const [first, second] = [recurrent.between(UPDATE, HIDDEN), recurrent.between(HIDDEN, HIDDEN + 1)];
  return (given, hidden) => {
    const sums = first.of(hidden, isOne).plus(given.between(UPDATE, HIDDEN));
    const kept = node.emit('Mul', [f(sums.gate(RESET)), hidden]);
    const fresh = second.of(kept, isOne).plus(given.between(HIDDEN, HIDDEN + 1));
    return [f(sums.gate(UPDATE)), g(fresh.gate(0))];
  };
}

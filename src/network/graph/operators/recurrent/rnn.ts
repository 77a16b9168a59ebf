import { recurrent } from './sequence.js';

/** RNN: h = f(x W + h R + b). */
export const rnn = recurrent({
  name: 'RNN',
  gates: 1,
  activations: ['Tanh'],
  ofGates: 1,
  states: ['hidden'],
  inputs: 6,
  stepOf:
    ({ recurrent, activations: [f], isOne }) =>
    (given, { hidden }) => {
      const sums = hidden === undefined ? given : recurrent.of(hidden, isOne).plus(given);
      return { hidden: f!(sums.gate(0)) };
    },
});

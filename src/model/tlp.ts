import { byGain } from '../learning/losses.js';
import { operations } from '../learning/operations.js';
import type { Net } from './neural/net.js';
import { attend, embedNodes, hidden, residual } from './neural/parts.js';

const { pairwise, segmentSum } = operations;

/** Numbers of a step's state, heads of attention, and layers behind it. */
const STATE = 32;
const HEADS = 4;
const LAYERS = 2;

/**
 * TLP (Zhai et al., ASPLOS 2023): the primitives of a schedule as a sequence, self-attention over it, and the sum over
 * its steps, with the weights of LambdaRank. Lists are of one task, where the authors' code mixes tasks.
 */
export const tlp: Net = {
  name: 'tlp',
  rate: 0.01,
  embed(tape, weights, batch) {
    const embedded = hidden(tape, weights, 'step', embedNodes(tape, weights, batch, STATE), STATE);
    let states = attend(tape, weights, 'attention', embedded, batch.starts, HEADS);
    for (let layer = 0; layer < LAYERS; layer++) states = residual(tape, weights, `layer ${layer}`, states);
    return hidden(tape, weights, 'last', segmentSum(tape, states, batch.configs, batch.count), STATE);
  },
  loss: (tape, scores, labels, groups) => pairwise(tape, scores, labels, groups, byGain),
};

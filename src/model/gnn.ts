import { operations } from '../learning/operations.js';
import type { Net } from './neural/net.js';
import type { NodeBatch } from './neural/node-batch.js';
import { embedNodes, hidden, linear } from './neural/parts.js';

const { add, gather, pairwise, relu, segmentSum } = operations;

/** Numbers of a node's state, and how many steps of the graph it sees. */
const STATE = 32;
const LAYERS = 3;

/**
 * A graph convolutional network over the program (Tomczak et al., ICLR workshop 2019): each layer gives a node the mean
 * of its own state and its neighbours', whatever links them; the sum over all nodes is the config.
 */
export const gnn: Net = {
  name: 'gnn',
  rate: 0.01,
  embed(tape, weights, batch) {
    const { from, to, factors } = edgesOf(batch);
    let states = embedNodes(tape, weights, batch, STATE);
    for (let layer = 0; layer < LAYERS; layer++) {
      const mean = segmentSum(tape, gather(tape, states, from), to, states.rows, factors);
      states = add(tape, states, relu(tape, linear(tape, weights, `layer ${layer}`, mean, STATE)));
    }
    return hidden(tape, weights, 'last', segmentSum(tape, states, batch.configs, batch.count), STATE);
  },
  loss: (tape, scores, labels, groups) => pairwise(tape, scores, labels, groups),
};

/** Links in both directions, and each node to itself; factors that make the sum over a node's edges a mean. */
function edgesOf({ links, configs }: NodeBatch): {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly factors: readonly number[];
} {
  const from = Array.from(configs.keys());
  const to = Array.from(configs.keys());
  for (const column of links)
    column.forEach((other, node) => {
      if (other < 0) return;
      from.push(node, other);
      to.push(other, node);
    });
  const degrees = new Int32Array(configs.length);
  for (const node of to) degrees[node]!++;
  return { from, to, factors: to.map((node) => 1 / degrees[node]!) };
}

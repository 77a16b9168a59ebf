import { Matrix, type Tape } from '../learning/matrix.js';
import { operations } from '../learning/operations.js';
import type { Weights } from '../learning/weights.js';
import type { Net } from './neural/net.js';
import type { NodeBatch } from './neural/node-batch.js';
import { embedNodes, hidden } from './neural/parts.js';

const { dense, gather, gru, pairwise, segmentSum } = operations;

/** Numbers of a node's embedding and of its state. */
const EMBEDDED = 16;
const STATE = 32;

/**
 * AutoTVM's TreeGRU (Chen et al., NeurIPS 2018, section 3.1) with its loops described by their context: from the leaves
 * up, a gated recurrent unit takes a node's embedding as input and the sum of its children's states as state. The
 * outermost loops together are the config.
 */
export const treeGru: Net = {
  name: 'tree-gru',
  rate: 0.01,
  embed(tape, weights, batch) {
    const embedded = embedNodes(tape, weights, batch, EMBEDDED);
    const { levels, places } = levelsOf(batch);
    let below: Matrix | undefined;
    for (const [depth, nodes] of [...levels.entries()].reverse()) {
      const children = levels[depth + 1] ?? [];
      const parents = children.map((child) => places[batch.links[0]![child]!]!);
      const state = below ? segmentSum(tape, below, parents, nodes.length) : new Matrix(nodes.length, STATE);
      below = unit(tape, weights, gather(tape, embedded, nodes), state);
    }
    const configs = (levels[0] ?? []).map((node) => batch.configs[node]!);
    const sum = segmentSum(tape, below ?? new Matrix(0, STATE), configs, batch.count);
    return hidden(tape, weights, 'last', sum, STATE);
  },
  loss: (tape, scores, labels, groups) => pairwise(tape, scores, labels, groups),
};

function unit(tape: Tape, weights: Weights, input: Matrix, state: Matrix): Matrix {
  const ofInput = dense(
    tape,
    input,
    weights.matrix('gru input', EMBEDDED, 3 * STATE),
    weights.constant('gru bias', 1, 3 * STATE),
  );
  return gru(tape, ofInput, dense(tape, state, weights.matrix('gru state', STATE, 3 * STATE)), state);
}

/** Nodes by depth, and the place of each among those of its depth; parents come before children. */
function levelsOf({ links: [parents], configs }: NodeBatch): {
  readonly levels: readonly (readonly number[])[];
  readonly places: Int32Array;
} {
  const levels: number[][] = [];
  const depths = new Int32Array(configs.length);
  const places = new Int32Array(configs.length);
  for (let node = 0; node < configs.length; node++) {
    const parent = parents?.[node] ?? -1;
    const depth = parent < 0 ? 0 : depths[parent]! + 1;
    depths[node] = depth;
    const level = (levels[depth] ??= []);
    places[node] = level.push(node) - 1;
  }
  return { levels, places };
}

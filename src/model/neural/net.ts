import type { Matrix, Tape } from '../../learning/matrix.js';
import type { Groups } from '../../learning/losses.js';
import type { Weights } from '../../learning/weights.js';
import type { NodeBatch } from './node-batch.js';

/**
 * A net that scores configs by their nodes: one file in `src/model/`, which says how it is built and what it minimises.
 */
export interface Net {
  readonly name: string;
  /** A column of states, a row a config, which the model's head makes a score of. Weights are made at first use. */
  readonly embed: (tape: Tape, weights: Weights, batch: NodeBatch) => Matrix;
  /** What training minimises; `labels` in [0, 1], higher is better. */
  readonly loss: (tape: Tape, scores: Matrix, labels: ArrayLike<number>, groups: Groups) => Matrix;
  /** Largest step of the optimizer. */
  readonly rate: number;
  /** Whether fits begin anew from a twin that follows slowly (Pruner's momentum online adaptation). */
  readonly hasTwin?: true;
}

import type { Matrix, Tape } from '../../learning/matrix.js';
import type { Groups } from '../../learning/losses.js';
import type { Weights } from '../../learning/weights.js';
import type { NodeBatch } from './node-batch.js';

/**
 * A net that scores configs by their nodes: one file in `src/model/`, which says how it is built and what it minimises.
 */
export interface Net {
  readonly name: string;
  /**
   * Columns of states, a row a config, which the model's head makes a score of; of a net that `givesScores` the scores.
   * Weights are made at first use.
   */
  readonly embed: (tape: Tape, weights: Weights, batch: NodeBatch) => Matrix;
  /** What training minimises; `labels` in [0, 1], higher is better. */
  readonly loss: (tape: Tape, scores: Matrix, labels: ArrayLike<number>, groups: Groups) => Matrix;
  /** Largest step of the optimizer. */
  readonly rate: number;
  /** Whether `embed` gives scores, so that the model adds no head of its own. */
  readonly givesScores?: true;
  /** Configs that it may be asked for in a trial, where it is not as slow as others. */
  readonly evaluations?: number;
  /** Whether fits begin anew from a twin that follows slowly (Pruner's momentum online adaptation). */
  readonly hasTwin?: true;
}

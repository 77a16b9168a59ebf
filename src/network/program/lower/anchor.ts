import type { Graph } from '../../graph/graph.js';
import type { Group } from '../tail.js';
import type { Form } from '../layer.js';
import type { Layout } from '../layout.js';

export interface Surroundings {
  readonly graph: Graph;
  /** Layouts that activations may have, where their shape allows it. */
  readonly layouts: readonly Layout[];
}

export interface Anchor {
  /** What may follow in the same kernel: steps of an epilogue, or any computation element by element. */
  readonly tail: 'nothing' | 'activations' | 'anything' | 'elements';
  /** The dimension that numbers for each channel go along, of outputs of a rank. */
  readonly channel?: (rank: number) => number;
  /** The ways to compute it. Throws UsageError naming the node where there is none. */
  readonly forms: (group: Group, around: Surroundings) => readonly Form[];
}

import type { GraphNode } from '../graph/graph.js';
import type { TailStep } from './tail.js';

/** Nodes that one kernel computes: the first one's operator, then its tail. */
export interface Group {
  readonly anchor: GraphNode;
  readonly tail: readonly TailStep[];
  readonly nodes: readonly GraphNode[];
  /** The value that it leaves. */
  readonly writes: string;
}

/** A layer that one kernel computes: how models have it, and how it becomes that kernel. */
import type { Operator } from '../graph/operators/operator.js';
import type { Rule } from '../graph/simplify/rule.js';
import type { Anchor } from '../program/lower/anchor.js';

export interface FusedLayer {
  /** ONNX's operators that it is. Their canonical form is the node of a graph that becomes the kernel. */
  readonly operators: readonly Operator[];
  /** Puts that node in the place of several nodes by which models spell it out. */
  readonly pattern?: Rule;
  readonly anchor: Anchor;
}

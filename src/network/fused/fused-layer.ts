/** A layer that one kernel computes: how models have it, and how it becomes that kernel. */
import type { Operator } from '../graph/operators/operator.js';
import type { Rule } from '../graph/simplify/rule.js';
import type { Anchor } from '../program/lower/anchor.js';

/** All that a network knows of a fused layer; arithmetic and schedule are those of an operator of `operator/`. */
export interface FusedLayer {
  /** ONNX's operators that it is. Their canonical form is the node of a graph that becomes the kernel. */
  readonly operators: readonly Operator[];
  /** Puts that node in the place of several nodes by which models spell it out. */
  readonly pattern?: Rule;
  /** How a node, with what is fused behind it, becomes a layer. */
  readonly anchor: Anchor;
}

import type { ConstantTensor } from '../../onnx/model.js';
import type { GraphNode, ValueType } from '../graph.js';
import type { Draft } from './draft.js';
import type { SourceNode } from './source-node.js';

/** Elements, row-major. */
export type Values = Float32Array | Float64Array;

/** The type of an input that is there; undefined where an optional one is left out. */
export type InputType = ValueType | undefined;

/** What becomes of a model's node: a node of the graph (others may have been emitted before it), or a constant. */
export type Normalised = Draft | { readonly constant: ConstantTensor };

/** What a node of the graph is: the types of its outputs, and their elements. */
export interface Canonical {
  /**
   * Types of the outputs, from those of the inputs.
   *
   * @throws UsageError naming the node where they do not go together.
   */
  readonly infer: (node: GraphNode, inputs: readonly InputType[]) => readonly ValueType[];
  /** Elements of the outputs, in float64 unless the operator only moves elements; inputs are as `infer` took them. */
  readonly evaluate: (
    node: GraphNode,
    inputs: readonly (ConstantTensor | undefined)[],
    outputs: readonly ValueType[],
  ) => readonly Values[];
  /** Inputs whose type is not that of what is computed: constants of it are as good as any. */
  readonly ownTypes?: readonly number[];
  /** Operations for each element of the outputs, where they are many; constants are not folded at any price. */
  readonly work?: (node: GraphNode, inputs: readonly InputType[]) => number;
}

/** An operator of ONNX. */
export interface Operator {
  readonly name: string;
  /** Least and largest number of inputs; the last may be Infinity. */
  readonly inputs: readonly [number, number];
  /** How many of its outputs are understood; all others must be unread. */
  readonly outputs?: number;
  /** From any version of the standard (6 to 22) to the one form that graphs have: what is static is an attribute. */
  readonly normalise: (node: SourceNode) => Normalised;
  /** Left out by operators that no graph has, since they are written with others. */
  readonly canonical?: Canonical;
}

/** The inputs that must be there. */
export function present(inputs: readonly InputType[], index: number): ValueType {
  return inputs[index]!;
}

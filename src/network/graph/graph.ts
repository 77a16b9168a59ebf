/** A network as a graph of static shapes. Passes are functions from graph to graph. */
import type { DType } from '../../ir/tensor.js';
import type { Attribute, ConstantTensor } from '../onnx/model.js';

export interface ValueType {
  readonly type: DType;
  readonly shape: readonly number[];
  /**
   * Of a value whose extent along an axis depends on values: what says it, a scalar; `shape` has the largest. Elements
   * lie densely, as if the shape had that extent, and behind them are zeros.
   */
  readonly counted?: { readonly axis: number; readonly by: string };
}

/**
 * An operator of ONNX over named values. What differs between versions of the standard is gone: every node is in the
 * form of `opset` (`graph/operators/` says which).
 */
export interface GraphNode {
  readonly name: string;
  readonly op: string;
  /** Undefined where an optional input is left out. */
  readonly inputs: readonly (string | undefined)[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, Attribute>;
}

export interface Graph {
  readonly name: string;
  /** Names of the values that a caller gives, in the model's order. */
  readonly inputs: readonly string[];
  /** Names of the values that a caller gets; one may be an input, or a constant. */
  readonly outputs: readonly string[];
  readonly constants: ReadonlyMap<string, ConstantTensor>;
  /** Each after those whose outputs it reads. */
  readonly nodes: readonly GraphNode[];
  readonly values: ReadonlyMap<string, ValueType>;
}

/** A network as a graph of static shapes. Passes are functions from graph to graph. */
import type { FunctionCall } from '../../ir/c-function.js';
import type { Procedure } from '../../ir/procedure/procedure.js';
import type { DType } from '../../ir/tensor.js';
import type { Attribute, ConstantTensor } from '../onnx/model.js';
import type { Convolver } from './convolver.js';

export interface ValueType {
  readonly type: DType;
  readonly shape: readonly number[];
  /**
   * Of a value whose extent along an axis depends on values: what says it, a scalar; `shape` has the largest. Elements
   * lie densely, as if the shape had that extent, and behind them are zeros, or any numbers where there is a `rest`.
   */
  readonly counted?: { readonly axis: number; readonly by: string; readonly rest?: true };
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
  /** Of an operator that the user gives; all others are known by their names. */
  readonly own?: OwnOperator;
}

/** Elements, row-major. */
export type Values = Float32Array | Float64Array;

/** The type of an input that is there; undefined where an optional one is left out. */
export type InputType = ValueType | undefined;

/** An extent of outputs that depends on values. */
interface CarriedCount {
  readonly axis: number;
  /** What is behind that: zeros, zeros where inputs have them, or any numbers. */
  readonly rest: 'zeros' | 'kept' | 'any';
  /** What says it, where that is another value than of the inputs. */
  readonly by?: string;
}

export interface Canonical {
  /**
   * Types of the outputs, from those of the inputs.
   *
   * @throws UsageError naming the node where they do not go together.
   */
  readonly infer: (node: GraphNode, inputs: readonly InputType[]) => readonly ValueType[];
  /**
   * Elements of the outputs, in float64 unless the operator only moves elements; inputs are as `infer` took them. Large
   * sums of products are the convolver's, where there is one.
   */
  readonly evaluate: (
    node: GraphNode,
    inputs: readonly (ConstantTensor | undefined)[],
    outputs: readonly ValueType[],
    convolver?: Convolver,
  ) => readonly Values[];
  /** What computes it where no kernel does, and its `evaluate` (`by-procedure.ts`). */
  readonly procedure?: (node: GraphNode, inputs: readonly InputType[], outputs: readonly ValueType[]) => Procedure;
  /**
   * How the extent of inputs that depends on values, in all the same one unless it names one, is its outputs', too;
   * 'inferred' where `infer` says what outputs have, and undefined where such inputs are not understood.
   */
  readonly carriesCount?: (
    node: GraphNode,
    inputs: readonly InputType[],
    outputs: readonly ValueType[],
  ) => CarriedCount | 'inferred' | undefined;
  /** Whether places along an axis of its only input are computed each by itself, so that they may be cut behind it. */
  readonly isApart?: (node: GraphNode, axis: number) => boolean;
  /** Whether constants stay as they are: kernels may read them so, in fewer bytes. */
  readonly keeps?: true;
  /**
   * Whether outputs may differ much where inputs differ by rounding; where it is left out, those that are made of
   * floats and are none may.
   */
  readonly jumps?: boolean;
  /** Operations for each element of the outputs, where they are many; constants are not folded at any price. */
  readonly work?: (node: GraphNode, inputs: readonly InputType[]) => number;
}

/** A node's operator that the user gives in C, for the shapes and attributes that the node has. */
export interface OwnOperator extends Canonical {
  readonly call: FunctionCall;
  /** Tries it on drawn inputs. Throws WorkError, with the node, where it does what it must not. */
  readonly check: (node: GraphNode) => void;
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

/**
 * Tensors, the computations that define them, and values over their elements: the algorithm as data, with no word about
 * how it is scheduled.
 */
import { float32 } from '../elements/float32.js';
import { elementType, isWhole, kernelElements } from '../elements/registry.js';
import type { FunctionName } from './functions.js';
import type { Index, Var } from './index.js';

/** The name of an element type (`elements/`), that of elements in memory. */
export type DType = string;

/** The type that values are computed in where they read floats: a load converts, a store rounds. */
export const valueType: DType = float32.name;

/** Whether elements are floats as they are computed with. */
export const isValueType = (dtype: DType): boolean => dtype === valueType;

/** The type that elements of a type are computed in, sums included: float32 of floats, int32 of whole numbers. */
export const computedIn = (dtype: DType): DType => kernelElements(dtype).accumulator;

/** The type of the weights that elements of a type are multiplied by. */
export const weightsOf = (dtype: DType): DType => kernelElements(dtype).weights ?? dtype;

/** The type of the results of an operator on elements of a type: wide enough for sums, where these are whole. */
export const resultOf = (dtype: DType): DType => (isWhole(dtype) ? computedIn(dtype) : dtype);

/** Bytes of an element. */
export const elementBytes = (dtype: DType): number => elementType(dtype).bytes;

/** The largest relative error of storing a value in the type. */
export const storeError = (dtype: DType): number => elementType(dtype).storeError;

/** A dense array, row-major unless a schedule stores it otherwise. Identity matters, not the name. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: DType;
  /** Of an argument: between which numbers random elements are drawn, where not as usual (`input-ranges.ts`). */
  readonly drawn?: readonly [low: number, high: number];
  /** How its elements are computed; undefined for an argument. */
  readonly compute: Compute | undefined;
  /** Of a copy: the type of the elements that it holds, besides zeros. */
  readonly copied?: DType;
}

/** An axis that is summed over: `extent` may depend on the other axes (the last, shorter block of a split sum). */
export interface ReduceAxis {
  readonly axis: Var;
  readonly extent: Index;
}

export type ReductionOp = 'add' | 'mul' | 'max' | 'min';

export interface Reduction {
  readonly op: ReductionOp;
  readonly axes: readonly ReduceAxis[];
  readonly source: Value;
}

/** element[axes] = value, where `reduced` in the value stands for the finished reduction, if there is one. */
export interface Compute {
  readonly axes: readonly Var[];
  readonly reduction: Reduction | undefined;
  readonly value: Value;
}

/** What an operator computes for one workload: arguments in the order of the kernel's, and the output. */
export interface Computation {
  readonly inputs: readonly Tensor[];
  readonly output: Tensor;
  /** Constant inputs (weights), known before the calls: these may be packed off the clock. */
  readonly constants: readonly Tensor[];
  /**
   * Inputs, and the output, that the kernel may take in a layout of its own choice: callers convert them off the clock.
   */
  readonly free?: readonly Tensor[];
  /** How much larger the errors of its sums are in its result than those of independent terms; undefined: 1. */
  readonly cancellation?: number;
}

/** A condition on indices: the expression is >= 0. */
export type Condition = Index;

export type BinaryOp = 'add' | 'sub' | 'mul' | 'div' | 'min' | 'max';

export type Value =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'load'; readonly tensor: Tensor; readonly indices: readonly Index[] }
  /** A number of a fixed matrix, row-major: it folds into the code where the loops that pick it are unrolled. */
  | { readonly kind: 'entry'; readonly matrix: Matrix; readonly row: Index; readonly column: Index }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly a: Value; readonly b: Value }
  /**
   * A float32 as int32, or the other way: rounded to nearest, ties to even; what int32 does not reach saturates, and no
   * number is the least. The operands of everything else are of one type.
   */
  | { readonly kind: 'cast'; readonly to: DType; readonly value: Value }
  /** `count` bits of an int32 that is not negative, from bit `from` on, as int32. */
  | { readonly kind: 'bits'; readonly value: Value; readonly from: Index; readonly count: number }
  /** A function of as many values as it takes (`functions.ts`), floats. */
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Value[] }
  /**
   * `then` where all conditions hold, otherwise `otherwise`; `then` is not evaluated elsewhere, so that its loads may
   * be out of bounds there.
   */
  | { readonly kind: 'select'; readonly when: readonly Condition[]; readonly then: Value; readonly otherwise: Value }
  /** The finished reduction of the computation that this value belongs to. */
  | { readonly kind: 'reduced' };

/** Rows of equal length. */
export type Matrix = readonly (readonly number[])[];

export type CallValue = Extract<Value, { kind: 'call' }>;
export type LoadValue = Extract<Value, { kind: 'load' }>;

/** Tensors and the computations that define them: the algorithm, with no word about how it is scheduled. */
import { constant, variable, Var } from './index.js';
import type { Index } from './index.js';
import { binary, constantValue, loadsOf, reduced, substituteValue } from './value.js';
import type { LoadValue, Value } from './value.js';

/**
 * The type of elements in memory. Values are computed in float32 whatever the types of what they read; a store rounds. `tfloat32` lies in memory as
 * float32, of which products use 10 bits of the mantissa: the rest is for the caller to have rounded away.
 */
export const dtypes = ['float32', 'tfloat32', 'float16', 'bfloat16'] as const;
export type DType = (typeof dtypes)[number];

/** Bytes of an element. */
export const elementBytes = (dtype: DType): number => (dtype === 'float16' || dtype === 'bfloat16' ? 2 : 4);

/** The largest relative error of rounding to the type; none where all that is computed can be stored. */
export const unitRoundoff = (dtype: DType): number =>
  dtype === 'float16' ? 2 ** -11 : dtype === 'bfloat16' ? 2 ** -8 : 0;

/** A dense array, row-major unless a schedule stores it otherwise. Identity matters, not the name. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: DType;
  /** How its elements are computed; undefined for an argument. */
  readonly compute: Compute | undefined;
}

/** An axis that is summed over: `extent` may depend on the other axes (the last, shorter block of a split sum). */
export interface ReduceAxis {
  readonly axis: Var;
  readonly extent: Index;
}

export interface Reduction {
  readonly op: 'add' | 'max';
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
  /** Inputs known ahead of the calls (weights): these may be packed off the clock. */
  readonly constants: readonly Tensor[];
  /** Inputs, and the output, that the kernel may take in a layout of its own choice: callers convert them off the clock. */
  readonly free?: readonly Tensor[];
}

/** What the definition of an element reads. */
export function loadsOfCompute({ reduction, value }: Compute): LoadValue[] {
  return [...(reduction ? loadsOf(reduction.source) : []), ...loadsOf(value)];
}

/** The value of a computation's element at the given indices. */
export function elementAt({ axes, value }: Compute, indices: readonly Index[]): Value {
  return substituteValue(value, (v) => {
    const d = axes.indexOf(v);
    return d < 0 ? undefined : indices[d];
  });
}

export function input(name: string, shape: readonly number[], dtype: DType = 'float32'): Tensor {
  return { name, shape, dtype, compute: undefined };
}

/** A tensor defined element by element: `compute('B', [n], ([i]) => at(A, i))`. */
export function compute(
  name: string,
  shape: readonly number[],
  axisNames: readonly string[],
  element: (axes: readonly Index[]) => Value,
  dtype: DType = 'float32',
): Tensor {
  const axes = axisNames.map((axis, d) => new Var(axis, shape[d]));
  return { name, shape, dtype, compute: { axes, reduction: undefined, value: element(axes.map(variable)) } };
}

/** A tensor whose elements are sums over named axes, then passed through `finish` (the epilogue; default: as they are). */
export function sum(
  name: string,
  shape: readonly number[],
  axisNames: readonly string[],
  over: Readonly<Record<string, number>>,
  source: (axes: readonly Index[], reduce: readonly Index[]) => Value,
  finish: (total: Value, axes: readonly Index[]) => Value = (total) => total,
  dtype: DType = 'float32',
): Tensor {
  const axes = axisNames.map((axis, d) => new Var(axis, shape[d]));
  const reduceAxes = Object.entries(over).map(([axis, extent]) => new Var(axis, extent));
  const at = axes.map(variable);
  const reduction: Reduction = {
    op: 'add',
    axes: reduceAxes.map((axis) => ({ axis, extent: constant(axis.extent) })),
    source: source(at, reduceAxes.map(variable)),
  };
  return { name, shape, dtype, compute: { axes, reduction, value: finish(reduced, at) } };
}

export function at(tensor: Tensor, ...indices: Index[]): Value {
  return { kind: 'load', tensor, indices };
}

export const plus = (a: Value, b: Value): Value => binary('add', a, b);
export const times = (a: Value, b: Value): Value => binary('mul', a, b);
export const atLeast = (a: Value, least: number): Value => binary('max', a, constantValue(least));
export const atMost = (a: Value, most: number): Value => binary('min', a, constantValue(most));

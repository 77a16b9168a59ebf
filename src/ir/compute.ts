/** The words in which operators say what they compute: tensors as functions and sums over indices. */
import { constant, variable, Var } from './index.js';
import type { Index } from './index.js';
import type { DType, Reduction, Tensor, Value } from './tensor.js';
import { binary, constantValue, reduced } from './value.js';

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

/** The words in which operators say what they compute: tensors as functions and sums over indices. */
import type { FunctionName } from './functions.js';
import { constant, variable, Var } from './index.js';
import type { Index } from './index.js';
import { valueType } from './tensor.js';
import type { DType, Reduction, Tensor, Value } from './tensor.js';
import { binary, call, constantValue, reduced } from './value.js';

export function input(name: string, shape: readonly number[], dtype: DType = valueType): Tensor {
  return { name, shape, dtype, compute: undefined };
}

/** The index along each of the named axes, in their order: a tuple where the names are one. */
type Along<Names extends readonly string[]> = { readonly [Place in keyof Names]: Index };

/** The index along each axis of a sum, by its name. */
type Over<Extents> = { readonly [Name in keyof Extents]: Index };

/** A tensor defined element by element: `compute('B', [n], ['i'], ([i]) => at(A, i))`. */
export function compute<const Names extends readonly string[]>(
  name: string,
  shape: readonly number[],
  axisNames: Names,
  element: (axes: Along<Names>) => Value,
  dtype: DType = valueType,
): Tensor {
  const axes = axesOf(shape, axisNames);
  return { name, shape, dtype, compute: { axes, reduction: undefined, value: element(along<Names>(axes)) } };
}

/**
 * A tensor whose elements are sums over named axes, whose loops come in the order of the names, then passed through
 * `finish` (the epilogue; default: as they are):
 * `sum('C', [m, n], ['i', 'j'], { k: 8 }, ([i, j], { k }) => times(at(A, i, k), at(B, k, j)))`.
 */
export function sum<const Names extends readonly string[], const Extents extends Readonly<Record<string, number>>>(
  name: string,
  shape: readonly number[],
  axisNames: Names,
  extents: Extents,
  source: (axes: Along<Names>, over: Over<Extents>) => Value,
  finish: (total: Value, axes: Along<Names>) => Value = (total) => total,
  dtype: DType = valueType,
): Tensor {
  return reduce('add', name, shape, axisNames, extents, source, finish, dtype);
}

/** As `sum`, but the elements are the largest (`max`) or smallest (`min`) of their terms, or their sums (`add`). */
export function reduce<const Names extends readonly string[], const Extents extends Readonly<Record<string, number>>>(
  op: Reduction['op'],
  name: string,
  shape: readonly number[],
  axisNames: Names,
  extents: Extents,
  source: (axes: Along<Names>, over: Over<Extents>) => Value,
  finish: (total: Value, axes: Along<Names>) => Value = (total) => total,
  dtype: DType = valueType,
): Tensor {
  const axes = axesOf(shape, axisNames);
  const summed = Object.entries(extents).map(([axis, extent]) => new Var(axis, extent));
  const over = Object.fromEntries(summed.map((axis) => [axis.name, variable(axis)])) as Over<Extents>;
  const at = along<Names>(axes);
  const reduction: Reduction = {
    op,
    axes: summed.map((axis) => ({ axis, extent: constant(axis.extent) })),
    source: source(at, over),
  };
  return { name, shape, dtype, compute: { axes, reduction, value: finish(reduced, at) } };
}

/** Throws Error where a tensor has more dimensions than names, or fewer. */
function axesOf(shape: readonly number[], names: readonly string[]): Var[] {
  if (shape.length !== names.length)
    throw new Error(
      `${names.length} axes (${names.join()}) are named for a shape of ${shape.length} ([${shape.join()}]): name one for each`,
    );
  return shape.map((extent, d) => new Var(names[d]!, extent));
}

/** The indices of as many axes as there are names. */
function along<Names extends readonly string[]>(axes: readonly Var[]): Along<Names> {
  return axes.map(variable) as Along<Names>;
}

export function at(tensor: Tensor, ...indices: Index[]): Value {
  return { kind: 'load', tensor, indices };
}

export const plus = (a: Value, b: Value): Value => binary('add', a, b);
export const minus = (a: Value, b: Value): Value => binary('sub', a, b);
export const times = (a: Value, b: Value): Value => binary('mul', a, b);
export const over = (a: Value, b: Value): Value => binary('div', a, b);
export const larger = (a: Value, b: Value): Value => binary('max', a, b);
export const smaller = (a: Value, b: Value): Value => binary('min', a, b);
export const atLeast = (a: Value, least: number): Value => binary('max', a, constantValue(least));
export const atMost = (a: Value, most: number): Value => binary('min', a, constantValue(most));
export const negated = (a: Value): Value => binary('sub', constantValue(0), a);

/** Bits of a whole number that is not negative, as a whole number: 4 from the 4th of a byte are its upper half. */
export const bitsOf = (value: Value, from: Index, count: number): Value => ({ kind: 'bits', value, from, count });

/** A function of values, by its name: `apply('exp', at(A, i))`. */
export const apply = (name: FunctionName, ...args: readonly Value[]): Value => call(name, ...args);

/** e^(a - most), for a number that is not below `a`. The least float, by which masks hide, is too large to scale. */
export function expBelow(a: Value, most: Value): Value {
  return apply('exp2', times(minus(a, most), constantValue(Math.LOG2E)));
}

/**
 * `a` to a constant power: by square roots and products where that is a multiple of a quarter and small, which is exact
 * to a few roundings, and as e^(p log a), which is no number below zero, elsewhere.
 */
export function power(a: Value, exponent: number): Value {
  const quarters = Math.abs(exponent) * 4;
  if (!Number.isInteger(quarters) || quarters > 16 || exponent === 0)
    return exponent === 0 ? constantValue(1) : apply('power', a, constantValue(exponent));
  const root = (v: Value): Value => apply('sqrt', v);
  const factors = [
    ...Array.from({ length: Math.floor(quarters / 4) }, () => a),
    ...(quarters % 4 >= 2 ? [root(a)] : []),
    ...(quarters % 2 === 1 ? [root(root(a))] : []),
  ];
  const product = factors.reduce(times);
  return exponent < 0 ? over(constantValue(1), product) : product;
}

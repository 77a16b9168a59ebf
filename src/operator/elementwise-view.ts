/**
 * Values over an index space: what expressions over whole tensors come to, element by element. Views map the indices of
 * what they show to those of what they look at, and move nothing.
 */
import * as ix from '../ir/index.js';
import type { Index } from '../ir/index.js';
import type { Value } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';

export interface View {
  readonly shape: readonly number[];
  readonly at: (indices: readonly Index[]) => Value;
}

export function elementsOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** A function of the elements of several, broadcast as NumPy does; undefined where their shapes do not fit. */
export function mapped(operands: readonly View[], of: (...values: Value[]) => Value): View | undefined {
  const shape = broadcastShape(operands.map((operand) => operand.shape));
  if (!shape) return undefined;
  return { shape, at: (indices) => of(...operands.map((operand) => expandedAt(operand, indices))) };
}

function broadcastShape(shapes: readonly (readonly number[])[]): number[] | undefined {
  const dimensions = Math.max(...shapes.map((shape) => shape.length));
  const aligned = shapes.map((shape) => [...Array.from({ length: dimensions - shape.length }, () => 1), ...shape]);
  const most = Array.from({ length: dimensions }, (_, d) => Math.max(...aligned.map((shape) => shape[d]!)));
  return aligned.every((shape) => shape.every((n, d) => n === most[d] || n === 1)) ? most : undefined;
}

function expandedAt({ shape, at }: View, indices: readonly Index[]): Value {
  const own = indices.slice(indices.length - shape.length);
  return at(own.map((index, d) => (shape[d] === 1 ? ix.zero : index)));
}

export function expanded(view: View, shape: readonly number[]): View | undefined {
  const found = broadcastShape([view.shape, shape]);
  return found && found.length === shape.length && found.every((n, d) => n === shape[d])
    ? { shape, at: (indices) => expandedAt(view, indices) }
    : undefined;
}

/** Dimension d of the result is dimension order[d]; undefined where that is no permutation. */
export function transposed({ shape, at }: View, order: readonly number[]): View | undefined {
  if (order.length !== shape.length || new Set(order).size !== shape.length) return undefined;
  if (order.some((d) => !(d >= 0 && d < shape.length))) return undefined;
  return { shape: order.map((d) => shape[d]!), at: (indices) => at(shape.map((_, d) => indices[order.indexOf(d)]!)) };
}

/** The same elements in the same order; undefined where these are not as many. */
export function reshaped({ shape, at }: View, to: readonly number[]): View | undefined {
  if (elementsOf(shape) !== elementsOf(to)) return undefined;
  return {
    shape: to,
    at: (indices) => {
      const place = indices.reduce((sum, index, d) => ix.add(ix.scale(sum, to[d]!), index), ix.zero);
      let size = 1;
      const own = shape.toReversed().map((extent) => {
        const index = ix.mod(ix.div(place, size), extent);
        size *= extent;
        return index;
      });
      return at(own.toReversed());
    },
  };
}

/** Every `step`-th element along an axis from `start`; undefined where one lies outside. A step may be negative. */
export function sliced(view: View, axis: number, start: number, step: number, extent: number): View | undefined {
  const last = start + step * (extent - 1);
  const most = view.shape[axis];
  if (most === undefined || step === 0 || extent < 1 || [start, last].some((i) => !(i >= 0 && i < most)))
    return undefined;
  return along(view, axis, extent, (index) => ix.add(ix.scale(index, step), ix.constant(start)));
}

export function repeated(view: View, axis: number, factor: number): View | undefined {
  const extent = view.shape[axis];
  if (extent === undefined || factor < 1) return undefined;
  return along(view, axis, extent * factor, (index) => ix.div(index, factor));
}

export function padded(view: View, axis: number, before: number, after: number, value: number): View | undefined {
  const extent = view.shape[axis];
  if (extent === undefined || before < 0 || after < 0) return undefined;
  const inside = along(view, axis, before + extent + after, (index) => ix.subtract(index, ix.constant(before)));
  return {
    ...inside,
    at: (indices) => {
      const index = ix.subtract(indices[axis]!, ix.constant(before));
      const when = [...(before > 0 ? [index] : []), ...(after > 0 ? [upTo(index, extent)] : [])];
      return select(when, inside.at(indices), constantValue(value));
    },
  };
}

/** Several one behind the other along an axis; undefined where they differ along another. */
export function concatenated(views: readonly View[], axis: number): View | undefined {
  const [first, ...rest] = views;
  const extent = first?.shape[axis];
  if (!first || extent === undefined) return undefined;
  return rest.reduce<View | undefined>((before, view) => before && behind(before, view, axis), first);
}

function behind(first: View, second: View, axis: number): View | undefined {
  const [a, b] = [first.shape, second.shape];
  if (a.length !== b.length || !a.every((n, d) => d === axis || n === b[d])) return undefined;
  const extent = a[axis]!;
  return {
    shape: a.with(axis, extent + b[axis]!),
    at: (indices) => {
      const index = indices[axis]!;
      const others = indices.with(axis, ix.subtract(index, ix.constant(extent)));
      return select([upTo(index, extent)], first.at(indices), second.at(others));
    },
  };
}

/** A condition: the index is below the extent. */
function upTo(index: Index, extent: number): Index {
  return ix.subtract(ix.constant(extent - 1), index);
}

function along({ shape, at }: View, axis: number, extent: number, index: (index: Index) => Index): View {
  return { shape: shape.with(axis, extent), at: (indices) => at(indices.with(axis, index(indices[axis]!))) };
}

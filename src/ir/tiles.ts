/**
 * A tensor's dimensions cut into parts that are dimensions of their own. A thread of a GPU computes elements that lie apart; with the parts as
 * dimensions, the region that it needs is a box of just these, and bound inference finds it without knowing of threads.
 */
import { add, constant, div, mod, scale, variable, Var } from './index.js';
import type { Index } from './index.js';

/** Sizes of the inner parts of a dimension, from outside in; the outermost part is the rest. */
export type Tiles = Readonly<Record<number, readonly number[]>>;

export interface TiledAxes {
  readonly axes: readonly Var[];
  readonly shape: readonly number[];
  /** Where the last tile of each original dimension ends. */
  readonly ends: readonly number[];
  /** The original dimensions in terms of the axes; the last parts may run beyond the shape. */
  readonly original: readonly Index[];
  /** Where an element lies, from its original indices. */
  readonly place: (indices: readonly Index[]) => Index[];
}

export function tileAxes(shape: readonly number[], names: readonly string[], tiles: Tiles): TiledAxes {
  const parts = shape.map((extent, d) => {
    const inner = tiles[d] ?? [];
    const strides = stridesOf(inner);
    const extents = [Math.ceil(extent / strides[0]), ...inner];
    const axes = extents.map((size, p) => new Var(inner.length > 0 ? `${names[d]}${p}` : names[d], size));
    return { axes, extents, strides };
  });
  return {
    axes: parts.flatMap(({ axes }) => axes),
    shape: parts.flatMap(({ extents }) => extents),
    ends: parts.map(({ extents, strides }) => extents[0] * strides[0]),
    original: parts.map(({ axes, strides }) => {
      return axes.map((axis, p) => scale(variable(axis), strides[p])).reduce(add, constant(0));
    }),
    place: (indices) =>
      parts.flatMap(({ extents, strides }, d) =>
        strides.map((stride, p) => {
          const whole = div(indices[d], stride);
          return p === 0 ? whole : mod(whole, extents[p]);
        }),
      ),
  };
}

/** Elements from one part to the next, of the outermost first. */
function stridesOf(inner: readonly number[]): number[] {
  return [...inner.keys(), inner.length].map((p) => inner.slice(p).reduce((n, size) => n * size, 1));
}

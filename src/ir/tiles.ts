/**
 * A tensor's dimensions cut into parts that are dimensions of their own. A thread of a GPU computes elements that lie
 * apart; with the parts as dimensions, the region that it needs is a box of just these, and bound inference finds it
 * without knowing of threads.
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
  /** The place of an element, from its original indices. */
  readonly place: (indices: readonly Index[]) => Index[];
}

export function tileAxes(shape: readonly number[], names: readonly string[], tiles: Tiles): TiledAxes {
  const partsOf = shape.map((extent, d) => {
    const inner = tiles[d] ?? [];
    const sizes = [Math.ceil(extent / product(inner)), ...inner];
    const nameOf = (p: number): string => (inner.length > 0 ? `${names[d]!}${p}` : names[d]!);
    // Elements of the dimension from one part to the next.
    return sizes.map((size, p) => ({ axis: new Var(nameOf(p), size), stride: product(inner.slice(p)) }));
  });
  const axes = partsOf.flatMap((parts) => parts.map(({ axis }) => axis));
  return {
    axes,
    shape: axes.map(({ extent }) => extent),
    ends: shape.map((extent, d) => {
      const tile = product(tiles[d] ?? []);
      return Math.ceil(extent / tile) * tile;
    }),
    original: partsOf.map((parts) => {
      return parts.map(({ axis, stride }) => scale(variable(axis), stride)).reduce(add, constant(0));
    }),
    place: (indices) =>
      partsOf.flatMap((parts, d) =>
        parts.map(({ axis, stride }, p) => {
          const whole = div(indices[d]!, stride);
          return p === 0 ? whole : mod(whole, axis.extent);
        }),
      ),
  };
}

function product(sizes: readonly number[]): number {
  return sizes.reduce((n, size) => n * size, 1);
}

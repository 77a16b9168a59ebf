/** A value in memory as [outer, middle, inner], of which the middle are some of its axes. */
import { sizeOf } from '../../graph/operators/shape.js';
import { dimsOf, fits, shapeIn, type Layout } from '../layout.js';

export interface ThreeParts {
  readonly outer: number;
  readonly middle: number;
  readonly inner: number;
}

/** Undefined where the axes are not one run of whole dimensions, or the value cannot have the layout. */
export function threeParts(layout: Layout, shape: readonly number[], axes: readonly number[]): ThreeParts | undefined {
  if (!fits(layout, shape)) return undefined;
  const dims = dimsOf(layout, shape.length);
  const extents = shapeIn(layout, shape);
  const places = axes.filter((axis) => shape[axis]! > 1).map((axis) => dims.indexOf(axis));
  if (places.includes(-1)) return undefined;
  const [first, last] = [Math.min(...places, dims.length), Math.max(...places, -1)];
  if (places.length === 0) return { outer: sizeOf(extents), middle: 1, inner: 1 };
  const between = extents.slice(first, last + 1);
  if (sizeOf(between) !== sizeOf(places.map((place) => extents[place]!))) return undefined;
  return { outer: sizeOf(extents.slice(0, first)), middle: sizeOf(between), inner: sizeOf(extents.slice(last + 1)) };
}

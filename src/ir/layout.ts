/** Layouts of a tensor's elements in memory, as lists of dimensions from the outermost to the innermost. */
import { add, constant, div, mod, scale, subtract, variable } from './index.js';
import type { Index, Var } from './index.js';

/** A dimension of the tensor, or its number of the tile (`outer`) or place in the tile (`inner`). */
export type PackedDim = number | TiledDim;

interface TiledDim {
  readonly dim: number;
  readonly part: 'outer' | 'inner';
  readonly tile: number;
  /** Of an outer part: there are a multiple of so many tiles. */
  readonly whole?: number;
}

/** Every dimension must appear once, or as one outer and one inner part. */
export type Layout = readonly PackedDim[];

/** Extents of the dimensions in memory; tiles that the tensor does not fill are there in full. */
export function packedShape(shape: readonly number[], layout: Layout): number[] {
  return layout.map((d) => {
    if (typeof d === 'number') return shape[d]!;
    const { dim, part, tile, whole = 1 } = d;
    return part === 'inner' ? tile : Math.ceil(shape[dim]! / (tile * whole)) * whole;
  });
}

/** Where an element lies. */
export function packedIndices(indices: readonly Index[], layout: Layout): Index[] {
  return layout.map((d) => {
    if (typeof d === 'number') return indices[d]!;
    const index = indices[d.dim]!;
    return d.part === 'outer' ? div(index, d.tile) : mod(index, d.tile);
  });
}

/** Which element of a tensor of this shape lies at `axes`, and the conditions under which there is one. */
export function originalIndices(
  shape: readonly number[],
  layout: Layout,
  axes: readonly Var[],
): { indices: Index[]; when: Index[] } {
  const when: Index[] = [];
  const indices = shape.map((extent, dim) => {
    let index = constant(0);
    let tile = 1;
    layout.forEach((d, i) => {
      if (d === dim) index = add(index, variable(axes[i]!));
      else if (typeof d !== 'number' && d.dim === dim) {
        index = add(index, scale(variable(axes[i]!), d.part === 'outer' ? d.tile : 1));
        tile = Math.max(tile, d.tile * (d.whole ?? 1));
      }
    });
    if (extent % tile !== 0) when.push(subtract(constant(extent - 1), index));
    return index;
  });
  return { indices, when };
}

export function dimName(d: PackedDim): string {
  return typeof d === 'number' ? `d${d}` : `d${d.dim}${d.part === 'outer' ? 'o' : 'i'}`;
}

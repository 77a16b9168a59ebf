/**
 * What all instructions of tensor cores share (PTX ISA, "Matrix fragments"): tiles of a result as the lanes of a warp
 * hold them.
 */
import type { KernelType } from '../elements/registry.js';
import type { Loop } from '../ir/loop.js';
import type { Stage } from '../ir/stage.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';

/** Types of elements that they multiply. */
export const isMatrixType = ({ kernels }: KernelType): boolean => kernels.cuda?.matrix !== undefined;
/** Whether they take words, which lie next to those of the same sum; halves of words may lie either way. */
export const wantsSums = (dtype: DType): boolean => elementBytes(dtype) === 4;
/** Threads of a warp, which are its lanes. */
export const warpLanes = 32;
/** Rows and columns of a tile. */
export const tileSide = 16;
/** Bytes of the sum that they take of a row. */
export const depthBytes = 32;

/** Steps of the sum in shared memory at a time, for a sum of `k`: whole depths of an instruction. */
export function blocksOfDepth(dtype: DType, k: number): [least: number, ...more: number[]] {
  const depth = depthBytes / elementBytes(dtype);
  return [depth, ...[2, 4, 8].map((count) => count * depth).filter((steps) => steps < 2 * k)];
}

/** Loops over a tile: lanes, and what each of them holds. */
export interface TileLoops {
  readonly lanes: readonly [Loop, Loop];
  readonly down: Loop;
  readonly right: Loop;
  readonly pair: Loop;
}

/**
 * Rows and columns of a tile as its lanes hold them: lane 4 g + q has the elements 2 q and 2 q + 1 of the rows g and g
 * + 8, and the same eight columns on.
 */
export function splitLanes(product: Stage, rows: Loop, columns: Loop): TileLoops {
  const [down, g] = product.split(rows, 8, 'guard');
  const [right, eight] = product.split(columns, 8, 'guard');
  const [q, pair] = product.split(eight, 2, 'guard');
  return { lanes: [g, q], down, right, pair };
}

/**
 * What a lane holds of all tiles, from outside in: unrolled, its pairs as vectors where rows of the result are made of
 * these.
 */
export function unrollTiles(
  product: Stage,
  [iTile, jTile]: readonly [Loop, Loop],
  { down, right, pair }: TileLoops,
  columns: number,
): Loop[] {
  const elements = [iTile, down, jTile, right, pair];
  product.unroll(...elements);
  if (columns % 2 === 0) product.vectorize(pair, 2);
  return elements;
}

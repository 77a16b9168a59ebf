/**
 * Register tiles of a CPU whose registers hold matrices: of the result's rows and columns, as many as there are
 * registers for, with those that feed them. They are stored to be read in vectors.
 */
import type { Loop } from '../ir/loop.js';
import type { Stage } from '../ir/stage.js';
import type { MatrixSizes } from '../target/vector-unit.js';
import { inBlock } from './vector-axis.js';
import { GROUP, type Products } from './narrow.js';
import type { RegisterTile } from './register-tile.js';

/** Columns of the widest tile: of a square of registers, with one for each of its rows and columns. */
export function widestTile(unit: MatrixSizes): number {
  return sideOf(unit) * columnsOf(unit);
}

function sideOf({ registers }: MatrixSizes): number {
  return Math.floor(Math.sqrt(registers + 1)) - 1;
}

/** Columns of a register of sums. */
function columnsOf({ bytes }: MatrixSizes): number {
  return bytes / GROUP;
}

/** Heights of a tile: whole registers, and what cuts the rows into tiles of nearly equal height. */
export function tileHeights(rows: number, unit: MatrixSizes): number[] {
  const most = sideOf(unit) * unit.rows;
  const heights = [unit.rows, most].flatMap((height) => [height, Math.ceil(rows / Math.ceil(rows / height))]);
  return [...new Set(heights.map((height) => Math.min(height, rows)))].toSorted((a, b) => a - b);
}

/** Tiles of rows and vectors, the largest first, and ones that cut the rows evenly before others. */
export function promisingMatrices(rows: number, vectors: number, unit: MatrixSizes): RegisterTile[] {
  const widths = [sideOf(unit), 1].filter((width) => width === 1 || width <= vectors);
  const heights = tileHeights(rows, unit).toReversed();
  const waste = (height: number): number => Math.ceil(rows / height) * height;
  return widths.flatMap((width) =>
    heights.toSorted((a, b) => waste(a) - waste(b)).map((height) => ({ rows: height, vectors: width })),
  );
}

/** How many times as fast as in vectors sums are made, where caches feed them. */
const GAIN = 5;
/** FLOPs in vectors that take as long as storing a sum and reading it again. */
const STORED = 32;

/** FLOPs in vectors that take as long as the same in matrices, with a result of so many elements. */
export function workInMatrices(flops: number, elements: number): number {
  return flops / GAIN + STORED * elements;
}

/** The sums of a tile, in loops from outside in: over steps of the sum, over its registers, and what one multiplies. */
export function multiplyInMatrices(
  sums: Stage,
  sum: Loop,
  [row, column]: readonly [Loop, Loop],
  height: number,
  { step, group, matrices }: Products,
): Loop {
  const unit = matrices!;
  const [steps, inStep] = sums.split(sum, step, 'zero');
  const [groups, inGroup] = sums.split(inStep, group, 'peel');
  const [iTile, i] = sums.split(row, Math.ceil(height / Math.ceil(height / unit.rows)), 'min');
  const [jTile, j] = sums.split(column, columnsOf(unit), 'min');
  sums.reorder(steps, iTile, jTile, i, j, groups, inGroup);
  sums.unroll(iTile, jTile).tensorize(i, j, groups, inGroup);
  return steps;
}

/** Rows of a tile in vectors, once its sums are there. */
export function readInVectors(out: Stage, around: readonly Loop[], row: Loop, along: Loop, lanes: number): void {
  const [vector, lane] = inBlock(out, along, lanes);
  out.reorder(...around, row, vector, lane);
}

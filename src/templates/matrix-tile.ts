/**
 * Register tiles of a CPU whose registers hold matrices: of the result's rows and columns, as many as there are
 * registers for, with those that feed them. They are stored to be read in vectors.
 */
import type { Loop } from '../ir/loop.js';
import type { Stage } from '../ir/stage.js';
import { squareSide, type MatrixSizes } from '../target/vector-unit.js';
import { inBlock } from './vector-axis.js';
import { type Products } from './narrow.js';
import { GROUP } from '../target/vector-unit.js';
import { divisors, type RegisterTile } from './register-tile.js';

/** Columns of the widest tile: of a square of registers, with one for each of its rows and columns. */
export function widestTile(unit: MatrixSizes): number {
  return squareSide(unit) * columnsOf(unit);
}

/** Columns of a register of sums. */
function columnsOf({ bytes }: MatrixSizes): number {
  return bytes / GROUP;
}

/**
 * Heights of a tile: whole registers, what cuts the rows into tiles of nearly equal height, and what cuts lines of so
 * many rows, where these are given, evenly.
 */
export function tileHeights(rows: number, unit: MatrixSizes, line?: number): number[] {
  const side = squareSide(unit);
  const inLine = line === undefined ? unit.rows : divisors(line, unit.rows).at(-1)!;
  const even = (height: number): number => Math.ceil(rows / Math.ceil(rows / height));
  const heights = [1, side].flatMap((count) => [count * unit.rows, even(count * unit.rows), count * inLine]);
  return [...new Set(heights.map((height) => Math.min(height, rows)))].toSorted((a, b) => a - b);
}

/** Rows of the registers of a tile. */
export function registerHeight(height: number, unit: MatrixSizes): number {
  return Math.ceil(height / Math.ceil(height / unit.rows));
}

/** Rows below which a product takes no less time: with four sums, each waits for the one before. */
const LEAST_ROWS = 13;
/** Cycles in which a register is filled from the L2 cache. A product takes one for each row. */
const FILLED = 20;

/** Tiles of rows and vectors, the fastest first, and of equal ones the larger. */
export function promisingMatrices(rows: number, vectors: number, unit: MatrixSizes, line?: number): RegisterTile[] {
  const widths = [squareSide(unit), 1].filter((width) => width === 1 || width <= vectors);
  const timeOf = (tile: RegisterTile): number => {
    const down = Math.ceil(tile.rows / unit.rows);
    const products = down * tile.vectors * Math.max(LEAST_ROWS, registerHeight(tile.rows, unit));
    const tiles = Math.ceil(rows / tile.rows) * Math.ceil(vectors / tile.vectors);
    return tiles * Math.max(products, FILLED * (down + tile.vectors));
  };
  return widths
    .flatMap((width) => tileHeights(rows, unit, line).map((height) => ({ rows: height, vectors: width })))
    .toSorted((a, b) => timeOf(a) - timeOf(b) || b.rows - a.rows);
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
  const [iTile, i] = sums.split(row, registerHeight(height, unit), 'min');
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

/**
 * A product of matrices as its templates look at it: rows and columns of a register tile, and the operand that each of
 * them reads.
 */
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { DType, Tensor } from '../ir/tensor.js';
import { productShape } from '../operator/product.js';
import { elementTypeOf } from '../operator/operator.js';
import type { Workload } from '../operator/operator.js';
import type { Grid } from './blocks.js';

export interface Operand {
  readonly tensor: Tensor;
  /** Its dimension along rows (or columns) of the result, its dimension along the sum, and those before these. */
  readonly own: number;
  readonly sum: number;
  readonly batch: readonly number[];
  /** Whether it is constant: known before the calls. */
  readonly constant: boolean;
}

export interface Extents {
  readonly batch: number;
  /** Elements along the tile's rows, along its columns, and of the sum. */
  readonly rows: number;
  readonly columns: number;
  readonly k: number;
}

export interface ProductView extends Extents {
  /** The type of what is multiplied. */
  readonly dtype: DType;
  /** Names of the result's axes. */
  readonly row: 'i' | 'j';
  readonly column: 'i' | 'j';
}

/** A result of one column is computed transposed, since its rows are then contiguous. */
export function viewOf(workload: Workload): ProductView {
  const { batch = 1, m, n, k } = productShape(workload);
  const dtype = elementTypeOf(workload);
  if (n === 1 && m > 1) return { batch, rows: n, columns: m, k, row: 'j', column: 'i', dtype };
  return { batch, rows: m, columns: n, k, row: 'i', column: 'j', dtype };
}

/** The operand along rows of the tile, and the one along its columns. */
export function operandsOf({ computation }: Schedule, workload: Workload): readonly [Operand, Operand] {
  const { transA, transB } = productShape(workload);
  const operand = (tensor: Tensor, transposed: boolean): Operand => {
    const last = tensor.shape.length - 1;
    const [own, sum] = transposed ? [last, last - 1] : [last - 1, last];
    const batch = last > 1 ? [0] : [];
    return { tensor, own, sum, batch, constant: computation.constants.includes(tensor) };
  };
  const a = operand(computation.inputs[0]!, transA);
  const b = operand(computation.inputs[1]!, !transB);
  return viewOf(workload).row === 'i' ? [a, b] : [b, a];
}

/** Whether neighbours along rows (or columns) of the result are contiguous in their operand. */
export function isContiguousAlongResult(workload: Workload): { readonly rows: boolean; readonly columns: boolean } {
  const { transA, transB } = productShape(workload);
  return viewOf(workload).row === 'i' ? { rows: transA, columns: !transB } : { rows: !transB, columns: transA };
}

/**
 * The layout of an operand in memory: along which dimension it is contiguous, its side of the result or the sum, and
 * for how many elements.
 */
export interface OperandLayout {
  readonly along: 'own' | 'sum';
  readonly run: number;
}

export type OperandLayouts = Readonly<Record<'a' | 'b', OperandLayout>>;

/** The layouts of the operand along rows of the tile and of the one along its columns. */
export function layoutsOf(workload: Workload): OperandLayouts {
  const { rows, columns, k } = viewOf(workload);
  const along = isContiguousAlongResult(workload);
  const layout = (own: boolean, extent: number): OperandLayout =>
    own ? { along: 'own', run: extent } : { along: 'sum', run: k };
  return { a: layout(along.rows, rows), b: layout(along.columns, columns) };
}

/** Whether the sum of an element runs over neighbours in the operand along rows, and in the one along columns. */
export function isContiguousAlongSum(workload: Workload): { readonly rows: boolean; readonly columns: boolean } {
  const { rows, columns } = viewOf(workload);
  const along = isContiguousAlongResult(workload);
  return { rows: !along.rows || rows === 1, columns: !along.columns || columns === 1 };
}

export interface Tiles {
  /** Loops over parts of the result, outermost: over the batch if there is one, over parts of rows and of columns. */
  readonly parts: readonly Loop[];
  /** Loops over the tiles of a part. */
  readonly iTiles: Loop;
  readonly jTiles: Loop;
  /** Loops over the rows and columns of a tile. */
  readonly i: Loop;
  readonly j: Loop;
}

/** Splits rows and columns of the result into a grid of parts, and these into tiles (`rows`, then `columns`). */
export function splitTiles(
  c: Stage,
  { row, column, rows, columns }: ProductView,
  { tile, grid }: { readonly tile: Grid; readonly grid: Grid },
): Tiles {
  const part = (loop: Loop, extent: number, side: 0 | 1): readonly [Loop, Loop, Loop] => {
    const [tiles, inner] = c.split(loop, tile[side], 'peel');
    const [outer, ofPart] = c.split(tiles, Math.ceil(Math.ceil(extent / tile[side]) / grid[side]), 'min');
    return [outer, ofPart, inner];
  };
  const batch = c.loops.filter((l) => l.name === 'b');
  const [iPart, iTiles, i] = part(c.loop(row), rows, 0);
  const [jPart, jTiles, j] = part(c.loop(column), columns, 1);
  return { parts: [...batch, iPart, jPart], iTiles, jTiles, i, j };
}

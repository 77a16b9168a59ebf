/** Operands that a GPU transposes in kernels of their own, before those that multiply them. */
import type { Schedule } from '../ir/schedule.js';
import { cooperativeCopy } from './gpu-copies.js';
import type { Operand, OperandLayout, OperandLayouts } from './product-view.js';
import type { TiledOperand } from './reduction-blocks.js';

/** Rows and columns of the tile that a block of threads transposes in shared memory, and its threads. */
const side = 32;
const threads = [8, side];

/** The layouts when operands that do not lie along the sum are transposed, so that it runs over neighbours in both. */
export function turnedLayouts({ a, b }: OperandLayouts, k: number): OperandLayouts {
  const alongSum: OperandLayout = { along: 'sum', run: k };
  return { a: a.along === 'sum' ? a : alongSum, b: b.along === 'sum' ? b : alongSum };
}

/**
 * A copy of an operand in which neighbours are those of the sum: made off the clock where it is constant, otherwise by
 * a kernel that reads and writes whole lines.
 */
export function turn(s: Schedule, { tensor, own, sum, batch, constant }: Operand): TiledOperand {
  const copy = s.pack(tensor, [...batch, own, sum], constant ? 'prepacked' : 'workspace');
  const [rows, columns] = copy.loops.slice(batch.length);
  const [rowTile, row] = copy.split(rows!, side, 'guard');
  const [columnTile, column] = copy.split(columns!, side, 'guard');
  const [step, y] = copy.split(row, threads[0]!, 'guard');
  const outside = copy.loops.slice(0, batch.length);
  copy.reorder(...outside, rowTile, columnTile, y, column, step).unroll(step);
  const blocks = [...outside, rowTile, columnTile].reduce((outer, inner) => copy.fuse(outer, inner));
  copy.bind(blocks, 'blockX').bind(y, 'threadY').bind(column, 'threadX');
  const shared = s.cacheRead(tensor, 'shared');
  // Columns of the tile start in different banks.
  shared.pad(tensor.shape.length - 1, 1);
  cooperativeCopy(shared, batch.length, threads, 1, true).computeAt(copy, blocks);
  return { tensor: copy.tensor, own: batch.length, sum: batch.length + 1, batch };
}

/**
 * Panels of an operand that is contiguous along the sum, copied in squares of vectors: a square is read along the sum,
 * transposed in registers by shuffles, and written along the panel.
 */
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Extents, Operand } from './product-view.js';
import { tileInVectors } from './vector-axis.js';

/** Of a panel: its vectors, their lanes, and the steps of the sum that are copied at a time. */
interface Panel {
  readonly tile_n: number;
  readonly lanes: number;
  readonly block_k: number;
}

export const unevenSquares = 'panels are transposed in squares of vectors only where these cut columns and sum evenly';
export function fitsSquares({ tile_n, lanes, block_k }: Panel, { columns, k }: Extents): boolean {
  return columns % (tile_n * lanes) === 0 && k % block_k === 0 && block_k % lanes === 0;
}

/** Has the copy of an operand into panels go by squares of `width` × `width` elements. */
export function transposeBySquares(
  s: Schedule,
  panels: Stage,
  { tensor, batch, own, sum }: Operand,
  width: number,
): void {
  const square = s.cacheRead(tensor, 'register');
  const [panel, step, column] = panels.loops.slice(batch.length);
  const [steps, inSteps] = panels.split(step!, width, 'peel');
  const [columns, lanes] = panels.split(column!, width, 'peel');
  panels.reorder(panel!, steps, columns, inSteps, lanes);
  panels.unroll(inSteps).vectorize(lanes, width);
  square.computeAt(panels, columns);
  const [row, along] = [square.loops[own]!, square.loops[sum]!];
  tileInVectors(square, [], [row], along, width);
}

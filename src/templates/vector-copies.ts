/** Tiles of the operands that all threads of a block copy to shared memory, in vectors of widths that are knobs. */
import type { Stage } from '../ir/stage.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import { copiesOf, cooperativeCopy } from './gpu-copies.js';
import type { PlacedOperand } from './instruction.js';
import type { OperandLayout, OperandLayouts } from './product-view.js';
import type { BlockSize, ReductionKnobs } from './reduction-blocks.js';

export interface CopyKnobs extends ReductionKnobs {
  /** Elements that a thread copies at once of the operand along rows, and of the one along columns. */
  readonly vector_a: number;
  readonly vector_b: number;
}

/** Bytes of the widest load. */
export const vectorBytes = 16;
/** Vectors that the code of a copy unrolls. */
export const maxCopies = 16;

/** Elements that a load may bring at once, most first. */
function widths(dtype: DType): number[] {
  return [8, 4, 2, 1].filter((width) => width * elementBytes(dtype) <= vectorBytes);
}

/** Elements of an operand that a thread may copy at once, in one of its layouts at least. */
export function vectorsOf(side: 'a' | 'b', dtype: DType, layouts: readonly OperandLayouts[]): number[] {
  return widths(dtype).filter((width) => layouts.some((layout) => layout[side].run % width === 0));
}

/** Elements of the widest vectors that rows of all these lengths are made of. */
export function widest(dtype: DType, ...extents: readonly number[]): number {
  return widths(dtype).find((width) => extents.every((extent) => extent % width === 0)) ?? 1;
}

export const oddVectors = `a thread copies whole vectors, at most ${maxCopies} of each operand`;
/** Whether the tiles of a block, of so many steps of the sum, are made of whole vectors, and of no more. */
export function fitsVectors(
  c: CopyKnobs,
  { a, b }: OperandLayouts,
  { m, n }: BlockSize,
  steps: number,
  threads: readonly number[],
): boolean {
  const fits = ({ along, run }: OperandLayout, own: number, vector: number): boolean =>
    (along === 'own' ? own : steps) % vector === 0 &&
    run % vector === 0 &&
    copiesOf(own * steps, vector, threads) <= maxCopies;
  return fits(a, m, c.vector_a) && fits(b, n, c.vector_b);
}

/** Loads by which the threads of a block copy both operands, for each step of the sum. */
export function loadsAtStep({ vector_a, vector_b }: CopyKnobs, { m, n }: BlockSize): number {
  return m / vector_a + n / vector_b;
}

/** The copy of an operand's tile by these threads. */
export function copyVectors(
  shared: Stage,
  { batch, side }: PlacedOperand,
  threads: readonly number[],
  knobs: CopyKnobs,
): Stage {
  return cooperativeCopy(shared, batch.length, threads, knobs[`vector_${side}`], true);
}

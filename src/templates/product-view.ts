/** A product of matrices as its templates look at it: rows and columns of a register tile, and the operand that each of them reads. */
import type { Schedule } from '../ir/schedule.js';
import type { Tensor } from '../ir/tensor.js';
import { productShape } from '../operator/product.js';
import type { Workload } from '../operator/operator.js';

export interface Operand {
  readonly tensor: Tensor;
  /** Its dimension along rows (or columns) of the result, its dimension along the sum, and those before these. */
  readonly own: number;
  readonly sum: number;
  readonly batch: readonly number[];
  /** Whether it is known ahead of the calls. */
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
  /** Names of the result's axes. */
  readonly row: 'i' | 'j';
  readonly column: 'i' | 'j';
}

/** A result of one column is looked at from the side, since its rows are then what lies together. */
export function viewOf(workload: Workload): ProductView {
  const { batch = 1, m, n, k } = productShape(workload);
  if (n === 1 && m > 1) return { batch, rows: n, columns: m, k, row: 'j', column: 'i' };
  return { batch, rows: m, columns: n, k, row: 'i', column: 'j' };
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
  const a = operand(computation.inputs[0], transA);
  const b = operand(computation.inputs[1], !transB);
  return viewOf(workload).row === 'i' ? [a, b] : [b, a];
}

/** Whether neighbours along rows (or columns) of the result lie side by side in their operand. */
export function lieAlong(workload: Workload): { readonly rows: boolean; readonly columns: boolean } {
  const { transA, transB } = productShape(workload);
  return viewOf(workload).row === 'i' ? { rows: transA, columns: !transB } : { rows: !transB, columns: transA };
}

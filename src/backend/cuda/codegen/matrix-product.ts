/** Tensorized loops that are a product of matrices. */
import { InstantiationError } from '../../../ir/errors.js';
import type { For } from '../../../ir/nest.js';
import { dimensionOf, type TensorizedNest } from '../../../codegen/tensorized.js';
import type { LoadValue } from '../../../ir/tensor.js';

/** c[i, j] += a[i, k] * b[k, j], where j may be two loops: over tiles, and over the columns of one. */
export interface MatrixProduct {
  readonly rows: For;
  /** From outside in; `column` is the last. */
  readonly columns: readonly For[];
  readonly column: For;
  readonly steps: For;
  readonly c: Pick<LoadValue, 'tensor' | 'indices'>;
  readonly a: LoadValue;
  readonly b: LoadValue;
}

/**
 * The product that a nest is, its loops in the order of rows, columns, sum. Throws InstantiationError if it is none.
 */
export function productOf({ loops, store }: TensorizedNest): MatrixProduct {
  const { tensor, update, value } = store;
  const factors = value.kind === 'binary' && value.op === 'mul' ? [value.a, value.b] : [];
  const loads = factors.filter((f) => f.kind === 'load');
  const [rows, column, steps] = [loops.at(0), loops.at(-2), loops.at(-1)];
  const columns = loops.slice(1, -1);
  const uses = (access: Pick<LoadValue, 'indices'>, ...all: readonly (For | undefined)[]): boolean =>
    all.every((loop) => loop && dimensionOf(access.indices, loop.loop) >= 0);
  const a = loads.find((f) => uses(f, rows, steps));
  const b = loads.find((f) => uses(f, ...columns, steps));
  const isProduct = update === 'add' && columns.length > 0 && a !== b && uses(store, rows, ...columns);
  if (!isProduct || !rows || !column || !steps || !a || !b)
    throw new InstantiationError(
      `the tensorized loops of ${tensor.name} are not a matrix product: tensorize loops of m, n and k`,
    );
  return { rows, columns, column, steps, c: store, a, b };
}

/** Tensorized loops: what stands inside, and the product of matrices that it may be. */
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { uses } from '../../../ir/index-facts.js';
import type { Index, Var } from '../../../ir/index.js';
import type { For, Stmt, Store } from '../../../ir/nest.js';
import { eachStatement } from '../../../codegen/accesses.js';
import type { LoadValue } from '../../../ir/tensor.js';

/** What the lanes of a warp, or of four, run at once: loops from outside in, and what stands inside. */
export interface TensorizedNest {
  readonly loops: readonly For[];
  readonly store: Store;
}

/** Throws InstantiationError where more than one statement is inside. */
export function tensorizedNest(loop: For): TensorizedNest {
  const { body } = loop;
  if (body.kind === 'store') return { loops: [loop], store: body };
  if (body.kind !== 'for' || body.annotation !== 'tensorize')
    throw new InstantiationError(
      `the tensorized loop ${loop.loop.name} has more than one statement: tensorize only the innermost product`,
    );
  const { loops, store } = tensorizedNest(body);
  return { loops: [loop, ...loops], store };
}

/** The tensorized nests of a statement. */
export function tensorizedNests(stmt: Stmt): TensorizedNest[] {
  const nests: TensorizedNest[] = [];
  const inside = new Set<Stmt>();
  eachStatement(stmt, (s) => {
    if (s.kind !== 'for' || s.annotation !== 'tensorize' || inside.has(s)) return;
    const nest = tensorizedNest(s);
    for (const loop of nest.loops) inside.add(loop);
    nests.push(nest);
  });
  return nests;
}

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

export function dimensionOf(indices: readonly Index[], v: Var): number {
  return indices.findIndex((index) => uses(index, (u) => u === v));
}

export function extentOf({ to }: For): number {
  return ix.range(to).max;
}

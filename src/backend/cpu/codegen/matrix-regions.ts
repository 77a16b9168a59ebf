/**
 * Matrix registers of a nest, before its text is written: which tiles of sums and operands each region has, the sizes
 * of its registers, and where these are set. Setting them takes as long as some multiplications, so that it is done
 * around as much as has the same sizes.
 */
import { eachStatement } from '../../../codegen/accesses.js';
import { dimensionOf, tensorizedNest, type TensorizedNest } from '../../../codegen/tensorized.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import type { Var } from '../../../ir/index.js';
import type { Alloc, For, Stmt } from '../../../ir/nest.js';
import type { LoadValue, Tensor } from '../../../ir/tensor.js';
import { GROUP, squareSide, type MatrixSizes } from '../../../target/vector-unit.js';
import type { MatrixShape } from '../isa/instruction-set.js';

/** c[i, j] += Σ a[i, k] · b[k, j]; loops over one element are not there. */
export interface RegisterProduct {
  readonly rows: For | undefined;
  readonly columns: For | undefined;
  readonly groups: For | undefined;
  readonly inGroup: For;
  readonly a: LoadValue;
  readonly b: LoadValue;
}

/** Throws InstantiationError for a nest that is none. */
export function registerProductOf({
  loops,
  store: { tensor, indices, update, value },
}: TensorizedNest): RegisterProduct {
  const factors = value.kind === 'binary' && value.op === 'mul' ? [value.a, value.b] : [];
  const [first, second] = factors.filter((factor) => factor.kind === 'load');
  const inGroup = loops.at(-1);
  const ofSums = loops.filter(({ loop }) => dimensionOf(indices, loop) >= 0);
  const [groups, ...more] = loops.slice(0, -1).filter((loop) => !ofSums.includes(loop));
  if (update !== 'add' || !first || !second || !inGroup || ofSums.includes(inGroup) || more.length > 0)
    throw new InstantiationError(
      `the tensorized loops of ${tensor.name} are no product of matrices: tensorize rows, columns, groups and elements`,
    );
  const has = ({ indices: of }: LoadValue, { loop }: For): boolean => dimensionOf(of, loop) >= 0;
  const [one, other] = ofSums;
  const rows = other || !one || has(first, one) ? one : undefined;
  const columns = other ?? (rows ? undefined : one);
  const [a, b] = rows && !has(first, rows) ? [second, first] : [first, second];
  return { rows, columns, groups, inGroup, a, b };
}

/** Registers by what they hold: a square of sums, a row of it for each tile of `a`, a column for each of `b`. */
export interface Registers {
  readonly sum: (row: number, column: number) => number;
  readonly a: (row: number) => number;
  readonly b: (column: number) => number;
  /** Rows and columns of the square. */
  readonly side: number;
}

export function registersOf(sizes: MatrixSizes): Registers {
  const side = squareSide(sizes);
  return {
    side,
    sum: (row, column) => row * side + column,
    a: (row) => side * side + row,
    b: (column) => side * side + side + column,
  };
}

/** The tiles of sums that lie in registers, while one storage lives. */
export interface Region {
  readonly tensor: Tensor;
  /** The dimension of its rows; columns are the last one. */
  readonly row: number;
  /** Where tiles begin, along rows and along columns. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** By the numbers of registers. */
  readonly shapes: ReadonlyMap<number, MatrixShape>;
  /** What reads the sums first, once they are complete. */
  readonly reader: Stmt;
}

/** The region of a storage. Throws InstantiationError where it has more tiles than there are registers. */
export function regionOf({ storage: { tensor, shape }, body }: Alloc, sizes: MatrixSizes): Region {
  const row = rowDimension(shape);
  const rows = new Map<number, number>();
  const columns = new Set<number>();
  let depth = 0;
  eachUnrolled(body, new Map(), (stmt, valueOf) => {
    if (stmt.kind !== 'for' || stmt.annotation !== 'tensorize') return;
    const nest = tensorizedNest(stmt);
    if (nest.store.tensor !== tensor || nest.store.update === undefined) return;
    const product = registerProductOf(nest);
    const first = nest.store.indices.map((index) => constantOf(ix.substitute(index, (v) => valueOf(v) ?? ix.zero)));
    const count = (loop: For | undefined): number =>
      loop ? constantOf(ix.substitute(ix.subtract(loop.to, loop.from), valueOf)) : 1;
    rows.set(first.at(row) ?? 0, count(product.rows));
    columns.add(first.at(-1)!);
    depth = Math.max(depth, count(product.groups));
  });
  const registers = registersOf(sizes);
  if (rows.size > registers.side || columns.size > registers.side)
    throw new InstantiationError(`${tensor.name} takes more matrix registers than there are: use smaller tiles`);
  const shapes = new Map<number, MatrixShape>();
  [...rows.values()].forEach((height, i) => {
    shapes.set(registers.a(i), { rows: height, bytes: depth * GROUP });
    for (let j = 0; j < columns.size; j++) shapes.set(registers.sum(i, j), { rows: height, bytes: sizes.bytes });
  });
  for (let j = 0; j < columns.size; j++) shapes.set(registers.b(j), { rows: depth, bytes: sizes.bytes });
  return { tensor, row, rows: [...rows.keys()], columns: [...columns], shapes, reader: readerOf(body, tensor) };
}

/** The last dimension before the columns that has several elements, as -2 where none has. */
function rowDimension(shape: readonly number[]): number {
  const found = shape.slice(0, -1).findLastIndex((extent) => extent > 1);
  return found < 0 ? -2 : found;
}

/** Visits statements as often as the text has them, with the values of unrolled loops. */
function eachUnrolled(
  stmt: Stmt,
  values: Map<Var, ix.Index>,
  visit: (stmt: Stmt, valueOf: (v: Var) => ix.Index | undefined) => void,
): void {
  const valueOf = (v: Var): ix.Index | undefined => values.get(v);
  visit(stmt, valueOf);
  if (stmt.kind === 'for' && stmt.annotation === 'unroll') {
    const end = constantOf(ix.substitute(stmt.to, valueOf));
    for (let i = constantOf(ix.substitute(stmt.from, valueOf)); i < end; i++) {
      values.set(stmt.loop, ix.constant(i));
      eachUnrolled(stmt.body, values, visit);
    }
    values.delete(stmt.loop);
  } else if (stmt.kind === 'block') for (const one of stmt.body) eachUnrolled(one, values, visit);
  else if (stmt.kind === 'if') for (const one of [stmt.then, stmt.otherwise]) eachUnrolled(one, values, visit);
  else if (stmt.kind === 'alloc' || (stmt.kind === 'for' && stmt.annotation !== 'tensorize'))
    eachUnrolled(stmt.body, values, visit);
}

function constantOf(index: ix.Index): number {
  if (!ix.isConstant(index))
    throw new InstantiationError('the size of a matrix tile is known only at run time: cut its loops by constants');
  return index.constant;
}

/** The statement behind the last one that computes sums. */
function readerOf(stmt: Stmt, tensor: Tensor): Stmt {
  if (stmt.kind === 'alloc' || stmt.kind === 'for') return readerOf(stmt.body, tensor);
  const last = stmt.kind === 'block' ? stmt.body.findLastIndex((one) => writes(one, tensor)) : -1;
  if (stmt.kind !== 'block' || last < 0) throw new InstantiationError(`nothing reads ${tensor.name} behind its sums`);
  return stmt.body[last + 1] ?? readerOf(stmt.body[last]!, tensor);
}

function writes(stmt: Stmt, tensor: Tensor): boolean {
  let found = false;
  eachStatement(stmt, (s) => {
    if (s.kind === 'store' && s.tensor === tensor) found = true;
  });
  return found;
}

type Shapes = ReadonlyMap<number, MatrixShape>;

/**
 * The statements before which sizes are set: each has regions of the same sizes only, as far as they use the same
 * registers. `apart`: statements that other threads may run.
 */
export function configured(
  root: Stmt,
  regions: ReadonlyMap<Stmt, Region>,
  apart: (stmt: Stmt) => boolean,
): Map<Stmt, Shapes> {
  const found = new Map<Stmt, Shapes>();
  const set = (stmt: Stmt): 'several' | undefined => {
    const shapes = visit(stmt);
    if (shapes && shapes !== 'several') found.set(stmt, shapes);
    return shapes && 'several';
  };
  const visit = (stmt: Stmt): Shapes | 'several' | undefined => {
    const region = regions.get(stmt);
    if (region) return region.shapes;
    if (stmt.kind === 'alloc') return visit(stmt.body);
    // Behind what threads share, registers have no sizes any more.
    if (stmt.kind === 'for') return apart(stmt) ? set(stmt.body) : visit(stmt.body);
    if (stmt.kind !== 'block' && stmt.kind !== 'if') return undefined;
    const children = stmt.kind === 'block' ? stmt.body : [stmt.then, stmt.otherwise];
    const merged = children
      .map(visit)
      .reduce((all, one) => (all && one ? mergedShapes(all, one) : (all ?? one)), undefined);
    if (merged === 'several') children.forEach(set);
    return merged;
  };
  set(root);
  return found;
}

function mergedShapes(one: Shapes | 'several', other: Shapes | 'several'): Shapes | 'several' {
  if (one === 'several' || other === 'several') return 'several';
  const isSame = ([register, { rows, bytes }]: readonly [number, MatrixShape]): boolean => {
    const known = one.get(register);
    return !known || (known.rows === rows && known.bytes === bytes);
  };
  return [...other].every(isSame) ? new Map([...one, ...other]) : 'several';
}

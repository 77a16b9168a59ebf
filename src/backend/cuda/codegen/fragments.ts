/**
 * Matrix tiles that the 32 lanes of a warp (threadX) hold together. An accumulator is 16 × 16 floats. An operand is 16
 * rows of A, or columns of B, by 32 bytes of the sum, so that it is four words of a lane in every type. Its words are
 * in the order in which instructions read them, from neighbouring registers: of A rows 0 to 7, then 8 to 15, of the
 * first 16 bytes of the sum, then of the second; of B both halves of the sum for columns 0 to 7, then for 8 to 15. In
 * another order, every instruction would cost moves.
 */
import { bytesOf } from '../../../codegen/accesses.js';
import type { Context } from '../../../codegen/context.js';
import { rowMajor } from '../../../codegen/places.js';
import type { Memory } from '../../../codegen/places.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { eachVar } from '../../../ir/index-facts.js';
import type { Index, Var } from '../../../ir/index.js';
import type { For, Storage } from '../../../ir/nest.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { DType, LoadValue, Tensor } from '../../../ir/tensor.js';
import { isNumber } from '../../../ir/value.js';
import { productOf } from './matrix-product.js';
import { dimensionOf, extentOf } from '../../../codegen/tensorized.js';
import type { TensorizedNest } from '../../../codegen/tensorized.js';
import type { Struct } from './types.js';

/** Rows and columns of a tile of the result. */
export const tileSide = 16;

/** Steps of the sum in an operand of a type. */
export function tileDepth(dtype: DType): number {
  return 32 / elementBytes(dtype);
}

/** What a lane holds of a tile. */
export const fragmentStructs: readonly Struct[] = [
  ['accumulator', 'struct accumulator { float x[8]; };'],
  ['operand', 'struct operand { unsigned x[4]; };'],
];

/**
 * A tile of the result, or of the operand on one side of a product: the dimensions of the tensor that run over its rows
 * and columns. An operand's rows are those along the result.
 */
export interface FragmentShape {
  readonly type: 'accumulator' | 'a' | 'b';
  readonly rows: number;
  readonly columns: number;
}

/** The names and places of a function, and its tensors that are kept in fragments. */
export interface FragmentScope {
  readonly context: Context;
  readonly fragments: ReadonlyMap<Tensor, FragmentShape>;
}

/**
 * The fragments of a kernel, of its tensors that are `kept` so: found in its products. Throws InstantiationError for
 * tensorized loops that add up but are no product.
 */
export function fragmentsOf(
  tensorized: readonly TensorizedNest[],
  kept: ReadonlySet<Tensor>,
): Map<Tensor, FragmentShape> {
  const found = new Map<Tensor, FragmentShape>();
  const note = (
    type: FragmentShape['type'],
    { tensor, indices }: Pick<LoadValue, 'tensor' | 'indices'>,
    down: For,
    right: For,
  ): void => {
    if (!kept.has(tensor)) return;
    found.set(tensor, { type, rows: dimensionOf(indices, down.loop), columns: dimensionOf(indices, right.loop) });
  };
  for (const nest of tensorized.filter(({ store }) => store.update)) {
    const { rows, column, steps, c, a, b } = productOf(nest);
    note('accumulator', c, rows, column);
    note('a', a, rows, steps);
    note('b', b, column, steps);
  }
  return found;
}

/** An array of a tensor's tiles. */
export function fragmentsPlace(name: string, shape: readonly number[], fragment: FragmentShape): Memory {
  const ofTile = (d: number): boolean => d === fragment.rows || d === fragment.columns;
  const tiles = rowMajor(shape.map((extent, d) => (ofTile(d) ? 1 : extent)));
  const strides = tiles.map((stride, d) => (ofTile(d) ? 0 : stride));
  return { kind: 'memory', pointer: name, strides, slack: false };
}

/** The declaration of that array. */
export function fragmentsDeclaration(storage: Storage, name: string, { type }: FragmentShape): string {
  const { dtype } = storage.tensor;
  const isResult = type === 'accumulator';
  const tile = tileSide * (isResult ? tileSide : tileDepth(dtype));
  return `${isResult ? 'accumulator' : 'operand'} ${name}[${bytesOf(storage) / elementBytes(dtype) / tile}];`;
}

/**
 * Zeros in all elements of tiles. Loops between those over the rows and the columns of a tile are over tiles, and
 * unrolled.
 */
export function clearedText(
  { loops, store: { tensor, indices, value } }: TensorizedNest,
  scope: FragmentScope,
): string[] {
  if (!isNumber(value, 0))
    throw new InstantiationError(`${tensor.name} is in fragments but no instruction computes it: tensorize its loops`);
  const clear = (): string => `${fragmentText(scope, tensor, indices)} = {};`;
  const tiles = loops.slice(1, -1).at(0);
  if (!tiles) return [clear()];
  return Array.from({ length: extentOf(tiles) }, (_, i) => scope.context.withValue(tiles.loop, i, clear));
}

/** The tile that an element is in. */
export function fragmentText({ context, fragments }: FragmentScope, tensor: Tensor, indices: readonly Index[]): string {
  const { pointer } = memoryOf(context, tensor);
  if (!fragments.has(tensor))
    throw new InstantiationError(`${tensor.name} is tensorized but not in fragments: give it the scope fragment`);
  return `${pointer}[${context.text(context.offset(tensor, indices))}]`;
}

export function memoryOf(context: Context, tensor: Tensor): Memory {
  const place = context.place(tensor);
  if (place.kind !== 'memory') throw new Error(`${tensor.name} is not in memory`);
  return place;
}

/** The element of an accumulator that a lane holds. Throws InstantiationError where it asks for another lane's. */
export function elementText(
  scope: FragmentScope,
  tensor: Tensor,
  { type, rows, columns }: FragmentShape,
  indices: readonly Index[],
): string {
  const { context } = scope;
  const [row, column] = [context.resolve(indices.at(rows)!), context.resolve(indices.at(columns)!)];
  const lane = laneIn(row, context);
  const own = ix.equal(ix.mod(row, 8), ix.div(lane, 4)) && ix.equal(ix.div(ix.mod(column, 8), 2), ix.mod(lane, 4));
  if (!own || type !== 'accumulator')
    throw new InstantiationError(
      `a lane reads an element of ${tensor.name} that another lane holds: read it along the layout of the fragment`,
    );
  const register = ix.add(ix.add(ix.scale(ix.div(column, 8), 4), ix.scale(ix.div(row, 8), 2)), ix.mod(column, 2));
  return `${fragmentText(scope, tensor, indices)}.x[${context.text(register)}]`;
}

/** The variable that stands for the lane. */
function laneIn(row: Index, context: Context): Index {
  const lanes: Var[] = [];
  eachVar(row, (v) => {
    if (context.name(v) === 'threadX') lanes.push(v);
  });
  const lane = lanes.at(0);
  return lane ? ix.variable(lane) : ix.zero;
}

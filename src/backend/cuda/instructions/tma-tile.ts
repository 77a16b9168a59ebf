/**
 * Tensorized copies as those that the TMA makes: of a tile of a row-major argument, which is zero outside of it, into
 * swizzled rows of shared memory.
 */
import type { Context } from '../../../codegen/context.js';
import { elements, rowMajor } from '../../../codegen/places.js';
import { atomRows } from '../../../codegen/swizzle.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { stride } from '../../../ir/index-facts.js';
import type { Index } from '../../../ir/index.js';
import type { For } from '../../../ir/nest.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { Tensor } from '../../../ir/tensor.js';
import { dimensionOf, extentOf } from '../../../codegen/tensorized.js';
import type { TensorizedNest } from '../../../codegen/tensorized.js';
import { memoryOf } from '../codegen/fragments.js';
import { memoryType } from '../codegen/types.js';
import type { Copied } from '../codegen/value.js';
import type { TensorMap } from '../cuda-kernel.js';
import type { KernelNest } from './instruction.js';

/** What a copy is limited to: dimensions of the tensor (MAP_RANK in native/cuda), elements along a side of the tile. */
export const tileLimits = { dimensions: 3, side: 256 } as const;
/** What the distances of rows in memory are multiples of, in bytes. */
const rowAlignment = 16;

/**
 * A tensor in shared memory that the TMA fills: its mbarriers, one for each buffer, are those from `first` on of the
 * kernel's.
 */
export interface TmaTensor {
  readonly first: number;
  readonly buffers: number;
  /** Tiles that fill a buffer. */
  readonly tiles: number;
}

/** The tensors of a kernel that the TMA fills. Throws InstantiationError for one whose copies nobody waits for. */
export function tmaTensorsOf({ shared, tensorized }: KernelNest): Map<Tensor, TmaTensor> {
  const storages = new Map(shared.map((storage) => [storage.tensor, storage]));
  const found = new Map<Tensor, TmaTensor>();
  let first = 0;
  for (const { loops, store } of tensorized) {
    const storage = storages.get(store.tensor);
    if (!storage || found.has(store.tensor)) continue;
    const { buffers, shape } = storage;
    if (buffers === undefined)
      throw new InstantiationError(
        `${store.tensor.name} is copied by the TMA but not pipelined: give it two or more buffers`,
      );
    found.set(store.tensor, { first, buffers, tiles: elements(shape) / buffers / elements(loops.map(extentOf)) });
    first += buffers;
  }
  return found;
}

/**
 * One copy: the map of the tensor, the offset in shared memory, the buffer it is part of, its first element, innermost
 * dimension first.
 */
export interface TmaCopy {
  readonly map: TensorMap;
  readonly to: Index;
  readonly buffer: Index;
  readonly from: readonly Index[];
}

/** Where the tensor lies. */
export type TmaSource = Pick<TensorMap, 'argument' | 'offset'>;

/**
 * The copy that a tensorized nest is, of a tensor that lies there. Throws InstantiationError where the TMA can
 * not make it.
 */
export function tmaCopyOf(nest: TensorizedNest, copied: Copied, source: TmaSource, context: Context): TmaCopy {
  const { tensor, indices } = nest.store;
  const { shape, dtype } = copied.load.tensor;
  const tile = sourceTile(nest, copied, context);
  const target = targetRows(nest, context);
  const buffer = indices.at(0);
  const sameType = memoryType(dtype) === memoryType(tensor.dtype);
  if (!tile || !target || !buffer || tile.box.at(-1) !== target.row || !sameType)
    throw new InstantiationError(
      `the TMA cannot copy these tiles of ${copied.load.tensor.name} into ${tensor.name}: copy rectangles of contiguous rows`,
    );
  const bytes = elementBytes(dtype);
  return {
    map: { ...source, elementBytes: bytes, shape, box: tile.box, swizzle: target.row * bytes },
    to: target.first,
    buffer: context.resolve(buffer),
    from: tile.first.toReversed(),
  };
}

/**
 * The extents of the tile in each dimension of the tensor, and its first element; undefined where it is no tile that
 * can be copied.
 */
function sourceTile(
  { loops }: TensorizedNest,
  { load: { tensor, indices }, when }: Copied,
  context: Context,
): { box: number[]; first: Index[] } | undefined {
  const { shape, dtype } = tensor;
  const at = indices.map((index) => context.resolve(index));
  const dims = loops.map(({ loop }) => dimensionOf(at, loop));
  const box = shape.map((_, d) => {
    const along = loops.find((_, j) => dims[j] === d);
    return along ? extentOf(along) : 1;
  });
  const isTile =
    loops.every(({ loop }, j) => at.every((index, d) => stride(index, loop) === (d === dims[j] ? 1 : 0))) &&
    isAscending(dims) &&
    dims.at(-1) === shape.length - 1 &&
    sameNumbers(memoryOf(context, tensor).strides, rowMajor(shape));
  const bounds = at.flatMap((index, d) => [index, ix.subtract(ix.constant(shape.at(d)! - 1), index)]);
  const zeroOutside = when.every((condition) => bounds.some((inside) => ix.equal(condition, inside)));
  const fits =
    shape.length <= tileLimits.dimensions &&
    box.every((side) => side <= tileLimits.side) &&
    (shape.at(-1)! * elementBytes(dtype)) % rowAlignment === 0;
  return isTile && zeroOutside && fits ? { box, first: at.map((index) => firstOf(index, loops)) } : undefined;
}

/**
 * Elements of a row in shared memory, and the offset of the first; undefined where the tile is not in swizzled rows one
 * after the other.
 */
function targetRows(
  { loops, store: { tensor, indices } }: TensorizedNest,
  context: Context,
): { row: number; first: Index } | undefined {
  const { swizzle } = memoryOf(context, tensor);
  if (!swizzle) return undefined;
  const row = swizzle.chunk * swizzle.chunks;
  const at = context.linearOffset(tensor, indices);
  const first = firstOf(at, loops);
  const strides = loops.map(({ loop }) => stride(at, loop));
  const inRows = sameNumbers(strides, rowMajor(loops.map(extentOf))) && ix.isMultiple(first, atomRows * row);
  return inRows ? { row, first } : undefined;
}

/** The index in the first iteration of all these loops. */
function firstOf(index: Index, loops: readonly For[]): Index {
  return ix.substitute(index, (v) => (loops.some(({ loop }) => loop === v) ? ix.zero : undefined));
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((n, i) => numbers.slice(0, i).every((before) => before < n));
}

function sameNumbers(a: readonly (number | undefined)[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}

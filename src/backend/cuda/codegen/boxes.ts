/**
 * Copies of boxes of a tensor from global to shared memory, which one thread asks for and a unit of the GPU makes (cp.async.bulk.tensor, PTX ISA 8.0,
 * sm_90): tensorized copies into a shared tensor. The unit is told of the tensor by a map, puts zeros where the box is outside of it, and swizzles what it
 * writes. How much of a buffer has come is counted by a barrier in shared memory (mbarrier), of which every buffer has one, and every thread waits for it.
 */
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import type { Index } from '../../../ir/index.js';
import type { Stmt } from '../../../ir/nest.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { Context } from '../../../codegen/context.js';
import { elements, rowMajor } from '../../../codegen/places.js';
import { storagesOf } from '../../../codegen/accesses.js';
import { memoryOf } from './fragments.js';
import { dimensionOf, extentOf, tensorizedNests } from './tensorized.js';
import type { TensorizedNest } from './tensorized.js';
import { memoryType } from './types.js';
import type { Copied } from './value.js';
import type { TensorMap } from '../kernel.js';
import { atomRows } from '../../../codegen/swizzle.js';

/** Dimensions of a tensor that boxes are copied from (MAP_RANK in native/cuda), and elements along a side of a box, at most. */
export const mostDimensions = 3;
export const longestSide = 256;
/** What the distances of rows in memory are multiples of, in bytes. */
const rowAlignment = 16;

/** A tensor in shared memory that boxes fill: its barriers, one for each buffer, are those from `first` on of the kernel's. */
export interface Boxed {
  readonly first: number;
  readonly buffers: number;
  /** Boxes that fill a buffer. */
  readonly boxes: number;
}

/** Bytes of a barrier. */
export const arrivalBytes = 8;

/** The tensors of a kernel that boxes fill. Throws InstantiationError for one whose copies nobody waits for. */
export function boxedTensors(kernel: Stmt): Map<Tensor, Boxed> {
  const shared = new Map(storagesOf(kernel).flatMap((s) => (s.scope === 'shared' ? [[s.tensor, s]] : [])));
  const found = new Map<Tensor, Boxed>();
  let first = 0;
  for (const { loops, store } of tensorizedNests(kernel)) {
    const storage = shared.get(store.tensor);
    if (!storage || found.has(store.tensor)) continue;
    const { buffers, shape } = storage;
    if (buffers === undefined)
      throw new InstantiationError(
        `${store.tensor.name} is copied in boxes, but not ahead: keep it in several buffers`,
      );
    found.set(store.tensor, { first, buffers, boxes: elements(shape) / buffers / elements(loops.map(extentOf)) });
    first += buffers;
  }
  return found;
}

/** A box: the map of what it is copied from, the offset in shared memory, the buffer that it is part of, its first element, innermost dimension first. */
export interface BoxCopy {
  readonly map: TensorMap;
  readonly to: Index;
  readonly buffer: Index;
  readonly from: readonly Index[];
}

/** The copy that a tensorized nest is, from an argument of the kernel with this number. Throws InstantiationError where it is none of a box. */
export function boxCopy(
  { loops, store: { tensor, indices } }: TensorizedNest,
  { load, when }: Copied,
  argument: number,
  context: Context,
): BoxCopy {
  const { shape, dtype } = load.tensor;
  const bytes = elementBytes(dtype);
  const at = load.indices.map((index) => context.resolve(index));
  const dims = loops.map(({ loop }) => dimensionOf(at, loop));
  const box = shape.map((_, d) => (dims.includes(d) ? extentOf(loops[dims.indexOf(d)]) : 1));
  const { swizzle } = memoryOf(context, tensor);
  const row = swizzle ? swizzle.chunk * swizzle.chunks : 0;
  const whole = context.linearOffset(tensor, indices);
  const first = (index: Index): Index =>
    ix.substitute(index, (v) => (loops.some(({ loop }) => loop === v) ? ix.zero : undefined));
  const to = first(whole);

  const isBox =
    loops.every(({ loop }, j) => at.every((index, d) => ix.stride(index, loop) === (d === dims[j] ? 1 : 0))) &&
    dims.every((d, j) => j === 0 || d > dims[j - 1]) &&
    dims.at(-1) === shape.length - 1 &&
    sameNumbers(memoryOf(context, load.tensor).strides, rowMajor(shape));
  const zeroOutside = when.every((condition) =>
    at.some((index, d) =>
      [index, ix.subtract(ix.constant(shape[d] - 1), index)].some((inside) => ix.equal(condition, inside)),
    ),
  );
  const inRows =
    sameNumbers(
      loops.map(({ loop }) => ix.stride(whole, loop) ?? NaN),
      rowMajor(loops.map(extentOf)),
    ) &&
    box.at(-1) === row &&
    ix.isMultiple(to, atomRows * row);
  const fits =
    shape.length <= mostDimensions &&
    box.every((side) => side <= longestSide) &&
    (shape[shape.length - 1] * bytes) % rowAlignment === 0;
  if (!isBox || !zeroOutside || !inRows || !fits || memoryType(dtype) !== memoryType(tensor.dtype))
    throw new InstantiationError(
      `${tensor.name} is not filled by boxes of ${load.tensor.name} that can be copied at once`,
    );
  return {
    map: { argument, elementBytes: bytes, shape, box, swizzle: row * bytes },
    to,
    buffer: context.resolve(indices[0]),
    from: at.map(first).reverse(),
  };
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}

/**
 * Matrix tiles that the 32 lanes of a warp (threadX) hold together, and the instructions on them: ldmatrix and mma.sync (PTX ISA 7.0, sections on warp-level
 * matrix instructions; sm_80). An accumulator is 16 × 16 floats. An operand is 16 rows of A, or columns of B, by 32 bytes of the sum, so that it is four
 * words of a lane whatever its type, and one load, one product of tiles (two instructions of 16 × 8), serve all types. Its words are in the order in which
 * instructions read them, from neighbouring registers: of A rows 0 to 7, then 8 to 15, of the first 16 bytes of the sum, then of the second; of B both halves
 * of the sum for columns 0 to 7, then for 8 to 15. In another order, every instruction would cost moves.
 */
import { InstantiationError } from '../ir/errors.js';
import * as ix from '../ir/index.js';
import type { Index, Var } from '../ir/index.js';
import type { For, Stmt } from '../ir/nest.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType, LoadValue, Tensor } from '../ir/tensor.js';
import { isNumber } from '../ir/value.js';
import { rowMajor } from './c-storage.js';
import type { FragmentShape, Memory } from './c-storage.js';
import type { Context } from './c-context.js';
import { storagesOf } from './cuda-accesses.js';
import { dimensionOf, extentOf, productOf, tensorizedNests } from './cuda-tensorized.js';
import type { MatrixProduct, TensorizedNest } from './cuda-tensorized.js';

/** Rows and columns of a tile of the result. */
export const tileSide = 16;

/** Steps of the sum in an operand of a type. */
export function tileDepth(dtype: DType): number {
  return 32 / elementBytes(dtype);
}

/** The fragments of a kernel, found in its products. Throws InstantiationError for what is no product. */
export function fragmentsOf(kernel: Stmt): Map<Tensor, FragmentShape> {
  const found = new Map<Tensor, FragmentShape>();
  const kept = new Set(storagesOf(kernel).flatMap(({ tensor, scope }) => (scope === 'fragment' ? [tensor] : [])));
  for (const nest of tensorizedNests(kernel).filter(({ store }) => store.update)) {
    const { rows, columns, steps, c, a, b } = productOf(nest);
    const column = columns[columns.length - 1];
    const note = (
      type: FragmentShape['type'],
      { tensor, indices }: Pick<LoadValue, 'tensor' | 'indices'>,
      along: readonly For[],
    ): void => {
      const [down, right] = along.map(({ loop }) => dimensionOf(indices, loop));
      if (kept.has(tensor)) found.set(tensor, { type, rows: down, columns: right });
    };
    note('accumulator', c, [rows, column]);
    note('a', a, [rows, steps]);
    note('b', b, [column, steps]);
  }
  return found;
}

/** An array of a tensor's tiles. */
export function fragmentsPlace(name: string, shape: readonly number[], fragment: FragmentShape): Memory {
  const ofTile = (d: number): boolean => d === fragment.rows || d === fragment.columns;
  const tiles = rowMajor(shape.map((extent, d) => (ofTile(d) ? 1 : extent)));
  const strides = tiles.map((stride, d) => (ofTile(d) ? 0 : stride));
  return { kind: 'memory', pointer: name, strides, slack: false, fragment };
}

/** What a warp does with its tiles in a tensorized nest: it clears them, loads them from shared memory, or multiplies them. */
export function tilesText(nest: TensorizedNest, context: Context): string[] {
  const { tensor, indices, value, update } = nest.store;
  if (update) return [productText(productOf(nest), context)];
  return value.kind === 'load'
    ? [loadText(fragmentText(context, tensor, indices), nest, value, context)]
    : clearText(nest, context);
}

/** Loops between those over the rows and the columns of a tile are over tiles, and spelled out. */
function clearText({ loops, store: { tensor, indices, value } }: TensorizedNest, context: Context): string[] {
  if (!isNumber(value, 0)) throw new InstantiationError(`${tensor.name} is computed by no instruction`);
  const clear = (): string => `${fragmentText(context, tensor, indices)} = {};`;
  const tiles = loops.slice(1, -1);
  if (tiles.length === 0) return [clear()];
  return Array.from({ length: extentOf(tiles[0]) }, (_, i) => context.withValue(tiles[0].loop, i, clear));
}

function productText({ rows, columns, steps, c, a, b }: MatrixProduct, context: Context): string {
  const { dtype } = a.tensor;
  const extents = [rows, ...columns, steps].map(extentOf).join(' × ');
  const known = [tileSide, tileSide, tileDepth(dtype)].join(' × ');
  if (b.tensor.dtype !== dtype || dtype === 'float32' || extents !== known)
    throw new InstantiationError(`there is no instruction for ${extents} products of ${dtype}`);
  const tiles = [c, a, b].map(({ tensor, indices }) => fragmentText(context, tensor, indices));
  return `mma_${dtype}(${tiles.join(', ')});`;
}

/** Rows of 16 bytes go by ldmatrix, as they lie or transposed; anything else by single elements. */
function loadText(
  to: string,
  { loops, store }: TensorizedNest,
  { tensor, indices }: LoadValue,
  context: Context,
): string {
  const { fragment } = memoryOf(context, store.tensor);
  const from = memoryOf(context, tensor);
  if (!fragment || from.fragment) throw new InstantiationError(`${store.tensor.name} is not loaded from memory`);
  const bytes = elementBytes(tensor.dtype);
  const at = context.offset(tensor, indices);
  const strideOf = (dim: number): number | undefined => {
    const along = loops.find(({ loop }) => ix.uses(store.indices[dim], (v) => v === loop));
    return along && ix.stride(at, along.loop);
  };
  const [rows, columns] = [strideOf(fragment.rows), strideOf(fragment.columns)];
  if (rows === undefined || columns === undefined)
    throw new InstantiationError(`${tensor.name} does not lie in rows and columns`);
  const first = ix.substitute(at, (v) => (loops.some(({ loop }) => loop === v) ? ix.zero : undefined));
  const pointer = `${from.pointer} + ${context.text(first)}`;
  const aligned = (stride: number): boolean =>
    ix.isMultiple(ix.add(first, ix.constant(stride)), 16 / bytes) && ix.isMultiple(first, 16 / bytes);
  const load = (what: string, ...strides: number[]): string =>
    `load_${fragment.type}_${what}(${[to, pointer, ...strides].join(', ')});`;
  if (columns === 1 && aligned(rows)) return load('rows', rows * bytes);
  if (rows === 1 && bytes === 2 && aligned(columns)) return load('columns', columns * bytes);
  return load(bytes === 2 ? 'pairs' : 'words', rows, columns);
}

export function fragmentText(context: Context, tensor: Tensor, indices: readonly Index[]): string {
  const { pointer, fragment } = memoryOf(context, tensor);
  if (!fragment) throw new InstantiationError(`${tensor.name} is tensorized but kept in no fragments`);
  return `${pointer}[${context.text(context.offset(tensor, indices))}]`;
}

export function memoryOf(context: Context, tensor: Tensor): Memory {
  const place = context.place(tensor);
  if (place.kind !== 'memory') throw new Error(`${tensor.name} is not in memory`);
  return place;
}

/** The element of an accumulator that a lane holds. Throws InstantiationError where it asks for another lane's. */
export function elementText(
  context: Context,
  tensor: Tensor,
  { type, rows, columns }: FragmentShape,
  indices: readonly Index[],
): string {
  const [row, column] = [rows, columns].map((d) => context.resolve(indices[d]));
  const lanes: Var[] = [];
  ix.eachVar(row, (v) => {
    if (context.name(v) === 'threadX') lanes.push(v);
  });
  const lane = lanes.length > 0 ? ix.variable(lanes[0]) : ix.zero;
  const own = ix.equal(ix.mod(row, 8), ix.div(lane, 4)) && ix.equal(ix.div(ix.mod(column, 8), 2), ix.mod(lane, 4));
  if (!own || type !== 'accumulator')
    throw new InstantiationError(`a lane reads an element of ${tensor.name} that another holds`);
  const register = ix.add(ix.add(ix.scale(ix.div(column, 8), 4), ix.scale(ix.div(row, 8), 2)), ix.mod(column, 2));
  return `${fragmentText(context, tensor, indices)}.x[${context.text(register)}]`;
}

/** Definitions of what the texts above call; `native/cuda/host.h` has the lanes of a warp do on the CPU what the instructions do. */
export const fragmentHelpers: readonly string[] = [
  ...(['a', 'b'] as const).flatMap((side) => [
    matrixHelper(side, false),
    matrixHelper(side, true),
    pairsHelper(side),
    wordsHelper(side),
  ]),
  productHelper('float16', 'm16n8k16.row.col.f32.f16.f16.f32'),
  productHelper('bfloat16', 'm16n8k16.row.col.f32.bf16.bf16.f32'),
  productHelper('tfloat32', 'm16n8k8.row.col.f32.tf32.tf32.f32'),
];

type Side = Exclude<FragmentShape['type'], 'accumulator'>;

/** Which eight rows of A, or columns of B, and which half of the steps the word `i` of an operand is of. */
function halvesOf(side: Side, i: string): { own: string; sum: string } {
  const [low, high] = [`${i} % 2`, `${i} / 2`];
  return side === 'a' ? { own: low, sum: high } : { own: high, sum: low };
}

/** A lane says where one row of 16 bytes lies, and gets its share of all. Rows are those of the operand, or, transposed, steps of the sum. */
function matrixHelper(side: Side, transposed: boolean): string {
  const { own, sum } = halvesOf(side, 'threadIdx.x / 8');
  const [down, right] = transposed ? [sum, own] : [own, sum];
  return `static __device__ inline void load_${side}_${transposed ? 'columns' : 'rows'}(operand &to, const void *first, int stride) {
  const void *row = (const char *)first + (threadIdx.x % 8 + ${down} * 8) * stride + ${right} * 16;
#ifdef TUNE_CUDA_HOST_H
  tune_host::ldmatrix(to, row, ${String(transposed)});
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x4${transposed ? '.trans' : ''}.shared.b16 {%0, %1, %2, %3}, [%4];" :
               "=r"(to.x[0]), "=r"(to.x[1]), "=r"(to.x[2]), "=r"(to.x[3]) : "r"((unsigned)__cvta_generic_to_shared(row)) : "memory");
#endif
}`;
}

function pairsHelper(side: Side): string {
  const { own, sum } = halvesOf(side, 'i');
  return `static __device__ inline void load_${side}_pairs(operand &to, const void *first, int row, int step) {
  const unsigned short *p = (const unsigned short *)first + threadIdx.x / 4 * row + threadIdx.x % 4 * 2 * step;
#pragma unroll
  for (int i = 0; i < 4; i++)
    to.x[i] = p[${own} * 8 * row + ${sum} * 8 * step] | (unsigned)p[${own} * 8 * row + (${sum} * 8 + 1) * step] << 16;
}`;
}

function wordsHelper(side: Side): string {
  const { own, sum } = halvesOf(side, 'i');
  return `static __device__ inline void load_${side}_words(operand &to, const void *first, int row, int step) {
  const unsigned *p = (const unsigned *)first + threadIdx.x / 4 * row + threadIdx.x % 4 * step;
#pragma unroll
  for (int i = 0; i < 4; i++) to.x[i] = p[${own} * 8 * row + ${sum} * 4 * step];
}`;
}

/** Columns 0 to 7 of the result, and 8 to 15. */
function productHelper(dtype: DType, instruction: string): string {
  return `static __device__ inline void mma_${dtype}(accumulator &c, const operand &a, const operand &b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::mma(c, a, b, tune_host::multiply_${dtype});
#else
#pragma unroll
  for (int i = 0; i < 2; i++)
    asm("mma.sync.aligned.${instruction} {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" :
        "+f"(c.x[4 * i]), "+f"(c.x[4 * i + 1]), "+f"(c.x[4 * i + 2]), "+f"(c.x[4 * i + 3]) :
        "r"(a.x[0]), "r"(a.x[1]), "r"(a.x[2]), "r"(a.x[3]), "r"(b.x[2 * i]), "r"(b.x[2 * i + 1]));
#endif
}`;
}

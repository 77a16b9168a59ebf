/**
 * The products of a warp: mma.sync of tiles that its lanes hold, which ldmatrix brings from shared memory (PTX ISA 7.0,
 * sections on warp-level matrix instructions). One load, and one product of tiles (two instructions of 16 × 8), serve
 * all types.
 */
import { kernelTypes } from '../../../elements/registry.js';
import { cudaElements } from '../codegen/types.js';
import { usedDefinitions } from '../../../codegen/used-definitions.js';
import { InstantiationError } from '../../../ir/errors.js';
import * as ix from '../../../ir/index.js';
import { stride, uses } from '../../../ir/index-facts.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { DType, LoadValue } from '../../../ir/tensor.js';
import { fragmentText, memoryOf, tileDepth, tileSide } from '../codegen/fragments.js';
import type { FragmentShape } from '../codegen/fragments.js';
import type { Scope } from '../codegen/scope.js';
import { productOf } from '../codegen/matrix-product.js';
import { extentOf } from '../../../codegen/tensorized.js';
import type { MatrixProduct } from '../codegen/matrix-product.js';
import type { TensorizedNest } from '../../../codegen/tensorized.js';
import type { Instruction } from './instruction.js';

export const mma: Instruction = {
  name: 'mma.sync',
  availability: { ptx: '7.0', since: 80 },
  definitions: (texts) => usedDefinitions(texts, [...loadHelpers, ...productHelpers()]),
  select: ({ tensorized }, scope) => (tensorized.length > 0 ? { nest: (nest) => nestText(nest, scope) } : undefined),
};

/** A product of tiles that are held, or a load of one. */
function nestText(nest: TensorizedNest, scope: Scope): string[] | undefined {
  const { value, update } = nest.store;
  if (update) return [productText(productOf(nest), scope)];
  return value.kind === 'load' ? [loadText(nest, value, scope)] : undefined;
}

function productText({ rows, columns, steps, c, a, b }: MatrixProduct, scope: Scope): string {
  const { dtype } = a.tensor;
  const { matrix } = cudaElements(dtype);
  const extents = [rows, ...columns, steps].map(extentOf).join(' × ');
  const known = [tileSide, tileSide, tileDepth(dtype)].join(' × ');
  if (b.tensor.dtype !== dtype || matrix === undefined || extents !== known)
    throw new InstantiationError(`there is no instruction for ${extents} products of ${dtype}`);
  const tiles = [c, a, b].map(({ tensor, indices }) => fragmentText(scope, tensor, indices));
  return `mma_${dtype}(${tiles.join(', ')});`;
}

/** Rows of 16 bytes go by ldmatrix, transposed or not; anything else by single elements. */
function loadText({ loops, store }: TensorizedNest, { tensor, indices }: LoadValue, scope: Scope): string {
  const { context, fragments } = scope;
  const to = fragmentText(scope, store.tensor, store.indices);
  const fragment = fragments.get(store.tensor);
  const from = memoryOf(context, tensor);
  if (!fragment || fragments.has(tensor))
    throw new InstantiationError(`the fragment ${store.tensor.name} is not a copy from memory: tensorize a plain copy`);
  const bytes = elementBytes(tensor.dtype);
  const at = context.offset(tensor, indices);
  const strideOf = (dim: number): number | undefined => {
    const along = loops.find(({ loop }) => uses(store.indices.at(dim)!, (v) => v === loop));
    return along && stride(at, along.loop);
  };
  const [rows, columns] = [strideOf(fragment.rows), strideOf(fragment.columns)];
  if (rows === undefined || columns === undefined)
    throw new InstantiationError(
      `${tensor.name} is not stored in contiguous rows or columns: fragments load from a row-major buffer`,
    );
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

/** In the emulator the lanes of a warp exchange what they hold, and each computes its own share. */
const loadHelpers: readonly string[] = [
  ...(['a', 'b'] as const).flatMap((side) => [
    matrixHelper(side, false),
    matrixHelper(side, true),
    pairsHelper(side),
    wordsHelper(side),
  ]),
];

/** Of every type that these instructions have. */
function productHelpers(): readonly string[] {
  return kernelTypes().flatMap(({ name, kernels: { cuda } }) =>
    cuda?.matrix === undefined ? [] : [productHelper(name, cuda.matrix)],
  );
}

type Side = Exclude<FragmentShape['type'], 'accumulator'>;

/** Which eight rows of A, or columns of B, and which half of the steps the word `i` of an operand is of. */
function halvesOf(side: Side, i: string): { own: string; sum: string } {
  const [low, high] = [`${i} % 2`, `${i} / 2`];
  return side === 'a' ? { own: low, sum: high } : { own: high, sum: low };
}

/**
 * A lane says where one row of 16 bytes lies, and gets its share of all. Rows are those of the operand, or, transposed,
 * steps of the sum.
 */
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
function productHelper(dtype: DType, matrix: string): string {
  const instruction = `m16n8k${tileDepth(dtype)}.row.col.f32.${matrix}.${matrix}.f32`;
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

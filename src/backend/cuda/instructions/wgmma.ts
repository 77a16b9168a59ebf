/**
 * The products of a warpgroup, four warps together, of operands in shared memory (wgmma.mma_async, PTX ISA
 * 8.0, sm_90a): 64 rows, of which each warp has 16, by up to 256 columns. Both operands are in swizzled rows of 32, 64
 * or 128 bytes, along the sum ("K-major") or, of two-byte elements, across it ("MN-major"), which are PTX's canonical
 * layouts with swizzling. The products go on while the warps do something else: the largest statements that do nothing
 * but multiply are between a fence and a commit, and are waited for behind it.
 */
import { childrenOf } from '../../../codegen/accesses.js';
import { usedDefinitions } from '../../../codegen/used-definitions.js';
import { InstantiationError } from '../../../ir/errors.js';
import { stride } from '../../../ir/index-facts.js';
import type { Stmt, Storage } from '../../../ir/nest.js';
import { elementBytes } from '../../../ir/tensor.js';
import type { Tensor } from '../../../ir/tensor.js';
import { fragmentText, memoryOf, tileDepth, tileSide } from '../codegen/fragments.js';
import type { Scope } from '../codegen/scope.js';
import { cudaElements } from '../codegen/types.js';
import { productOf } from '../codegen/matrix-product.js';
import { extentOf, tensorizedNest, tensorizedNests } from '../../../codegen/tensorized.js';
import type { MatrixProduct } from '../codegen/matrix-product.js';
import type { TensorizedNest } from '../../../codegen/tensorized.js';
import type { Instruction, KernelNest, Selection } from './instruction.js';
import { matrixDescriptor, tilesAlong, tilesOfWarps } from './matrix-descriptor.js';

/** The most columns that an instruction multiplies. */
const maxColumns = 256;

export const wgmma: Instruction = {
  name: 'wgmma.mma_async',
  availability: { ptx: '8.0', only: [90] },
  definitions: (texts) => wgmmaHelpers(texts),
  select(kernel, scope) {
    const products = productsOf(kernel);
    return products.size > 0 ? new WarpgroupProducts(products, scope) : undefined;
  },
};

class WarpgroupProducts implements Selection {
  /** Operands are read through the async proxy, which sees what threads wrote only behind a fence. */
  readonly fence = 'fence_async_proxy();';

  constructor(
    private readonly products: ReadonlyMap<Stmt, Products>,
    private readonly scope: Scope,
  ) {}

  nest(nest: TensorizedNest): string[] | undefined {
    return nest.store.update === undefined ? undefined : [productText(productOf(nest), this.scope)];
  }

  around(stmt: Stmt, lines: readonly string[]): readonly string[] {
    const products = this.products.get(stmt);
    if (!products) return lines;
    const name = this.scope.context.name(products.result);
    return [`wgmma_fence(${name});`, ...lines, 'wgmma_commit();', waitText(products.pending, name)];
  }

  /** Where the last iterations that read an operand are over, the products that lag behind are waited for. */
  end(storage: Storage, body: Stmt): string[] {
    if (!endsLag(storage, body)) return [];
    const results = new Set([...this.products.values()].map(({ result }) => this.scope.context.name(result)));
    return [...results].map((name) => waitText(0, name));
  }
}

/** Whether the storage is the innermost of those that lag behind, whose body that of another may be. */
function endsLag({ lag = 0 }: Storage, body: Stmt): boolean {
  return lag > 0 && !(body.kind === 'alloc' && (body.storage.lag ?? 0) > 0);
}

/**
 * What a statement multiplies: what it adds to, and how many such statements may be in flight behind it: 1 (itself)
 * where operands lag, or 0.
 */
interface Products {
  readonly result: Tensor;
  readonly pending: number;
}

/** The largest statements that do nothing but multiply. */
function productsOf({ body, shared, tensorized }: KernelNest): Map<Stmt, Products> {
  const lags = new Map(shared.map(({ tensor, lag = 0 }) => [tensor, lag]));
  const found = new Map<Stmt, Products>();
  const productsIn = (s: Stmt): Products => {
    const products = tensorizedNests(s).map(productOf);
    const results = [...new Set(products.map(({ c }) => c.tensor))];
    const result = results.at(0);
    if (!result || results.length > 1)
      throw new InstantiationError(
        'a warpgroup accumulates into several tensors at once: compute one product at a time',
      );
    return { result, pending: Math.min(...products.flatMap(({ a, b }) => [a, b].map((o) => lags.get(o.tensor) ?? 0))) };
  };
  const multiplies = (s: Stmt): boolean => {
    if (s.kind !== 'for') return s.kind === 'block' && s.body.length > 0 && s.body.every(multiplies);
    if (s.annotation !== 'tensorize') return s.annotation !== 'vectorize' && multiplies(s.body);
    const nest = tensorizedNest(s);
    return nest.store.update !== undefined && lags.has(productOf(nest).a.tensor);
  };
  const visit = (s: Stmt): void => {
    if (multiplies(s)) found.set(s, productsIn(s));
    else if (s.kind !== 'for' || s.annotation !== 'tensorize') childrenOf(s).forEach(visit);
  };
  if (tensorized.length > 0) visit(body);
  return found;
}

function productText({ rows, columns, column, steps, c, a, b }: MatrixProduct, scope: Scope): string {
  const { context } = scope;
  const { dtype } = a.tensor;
  const tiles = columns.slice(0, -1).at(0);
  const width = columns.reduce((n, loop) => n * extentOf(loop), 1);
  const fits =
    extentOf(rows) === tileSide && columns.length <= 2 && extentOf(column) === tileSide && width <= maxColumns;
  if (
    b.tensor.dtype !== dtype ||
    cudaElements(dtype).matrix === undefined ||
    !fits ||
    extentOf(steps) !== tileDepth(dtype)
  )
    throw new InstantiationError(`there is no instruction for products of ${dtype} with ${width} columns`);
  if (tiles && stride(context.offset(c.tensor, c.indices), tiles.loop) !== 1)
    throw new InstantiationError(
      `the columns of the accumulator ${c.tensor.name} are not contiguous: reorder them to the inside`,
    );
  const first = (): string => fragmentText(scope, c.tensor, c.indices);
  const to = tiles ? context.withValue(tiles.loop, 0, first) : first();
  const left = matrixDescriptor(a, rows, steps, tilesOfWarps(context), context);
  const right = matrixDescriptor(b, column, steps, tilesAlong(tiles), context);
  const operands = [
    [a, left],
    [b, right],
  ] as const;
  const texts = operands.map(([{ tensor }, { first, leading, stride, swizzle }]) => {
    const start = `${memoryOf(context, tensor).pointer} + ${context.text(first)}`;
    return `matrix_descriptor(${start}, ${leading}, ${stride}, ${swizzle})`;
  });
  return `wgmma_${width}_${dtype}_${left.major}${right.major}(&${to}, ${texts.join(', ')});`;
}

function waitText(pending: number, result: string): string {
  return `wgmma_wait<${pending}>(${result});`;
}

/** Definitions of the instructions that the texts name, and of what is around them. */
function wgmmaHelpers(texts: readonly string[]): string[] {
  const used = new Set(texts.flatMap((text) => text.match(/\bwgmma_\d+_\w+(?=\()/g) ?? []));
  if (used.size === 0) return [];
  return [fenceOperands, ...usedDefinitions(texts, commonHelpers), ...[...used].sort().map(instructionHelper)];
}

/**
 * Accumulators belong to the products from when they are handed over until they are waited for, which a compiler knows
 * of no other register.
 */
const fenceOperands = `template <int count> static __device__ inline void fence_operands(accumulator (&c)[count]) {
#ifndef TUNE_CUDA_HOST_H
#pragma unroll
  for (int i = 0; i < 8 * count; i++) asm volatile("" : "+f"(c[i / 8].x[i % 8]) :: "memory");
#endif
}`;

const commonHelpers: readonly string[] = [
  `template <int count> static __device__ inline void wgmma_fence(accumulator (&c)[count]) {
  fence_operands(c);
#ifndef TUNE_CUDA_HOST_H
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}`,
  `static __device__ inline void wgmma_commit() {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma_commit();
#else
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#endif
}`,
  `template <int pending, int count> static __device__ inline void wgmma_wait(accumulator (&c)[count]) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma_wait(pending);
#else
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
#endif
  fence_operands(c);
}`,
  `static __device__ inline void fence_async_proxy() {
#ifndef TUNE_CUDA_HOST_H
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}`,
  `static __device__ inline unsigned long long matrix_descriptor(const void *first, int leading, int stride, int swizzle) {
  return ((unsigned)__cvta_generic_to_shared(first) & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 |
         (unsigned long long)(stride >> 4) << 32 | (swizzle == 128 ? 1ull : swizzle == 64 ? 2ull : 3ull) << 62;
}`,
];

/** `wgmma_64_float16_km`: 64 columns, rows of A along the sum, those of B across it. */
function instructionHelper(name: string): string {
  const [, columns, type, majorA, majorB] = /^wgmma_(\d+)_(\w+)_([km])([km])$/.exec(name)!;
  const dtype = type!;
  const matrix = cudaElements(dtype).matrix!;
  const registers = Number(columns) / 2;
  const numbers = Array.from({ length: registers }, (_, i) => i);
  const [a, b] = [majorA === 'm' ? 1 : 0, majorB === 'm' ? 1 : 0];
  // Of others than halves the instruction takes rows along the sum only.
  const transposed = elementBytes(dtype) === 2 ? `, ${a}, ${b}` : '';
  const operands = `{${numbers.map((i) => `%${i}`).join(', ')}}, %${registers}, %${registers + 1}`;
  const outputs = numbers.map((i) => `"+f"(c[${Math.floor(i / 8)}].x[${i % 8}])`).join(', ');
  return `static __device__ inline void ${name}(accumulator *c, unsigned long long a, unsigned long long b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma(c, ${columns}, {a, ${a}}, {b, ${b}}, ${elementBytes(dtype)}, tune_host::${dtype}_element);
#else
  asm volatile("wgmma.mma_async.sync.aligned.m64n${columns}k${tileDepth(dtype)}.f32.${matrix}.${matrix} ${operands}, 1, 1, 1${transposed};" :
               ${outputs} :
               "l"(a), "l"(b));
#endif
}`;
}

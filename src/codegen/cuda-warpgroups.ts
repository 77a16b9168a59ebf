/**
 * Products of four warps together, of operands that lie in shared memory (wgmma.mma_async, PTX ISA 8.0, sm_90a): 64 rows, of which each warp has 16, by up
 * to 256 columns. Both operands lie in swizzled rows of 32, 64 or 128 bytes, along the sum ("K-major") or, of two-byte elements, across it ("MN-major"), which
 * are PTX's canonical layouts with swizzling.
 */
import { InstantiationError } from '../ir/errors.js';
import * as ix from '../ir/index.js';
import type { Index, Var } from '../ir/index.js';
import type { For, Stmt, Storage } from '../ir/nest.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType, LoadValue, Tensor } from '../ir/tensor.js';
import type { Context } from './c-context.js';
import { calledIn } from './called.js';
import { childrenOf, storagesOf } from './cuda-accesses.js';
import { fragmentText, memoryOf, tileDepth, tileSide } from './cuda-fragments.js';
import { extentOf, productOf, tensorizedNest, tensorizedNests } from './cuda-tensorized.js';
import type { MatrixProduct } from './cuda-tensorized.js';
import { atomRows } from './swizzle.js';

/** Warps that multiply together: threadX are the lanes, threadY the warps. */
const groupWarps = 4;

/** A statement that multiplies so: what it adds to, and how many such statements may be under way behind it: 0, or 1 (itself) where its operands lag. */
export interface GroupProducts {
  readonly result: Tensor;
  readonly pending: number;
}

/** The largest statements that do nothing but multiply so: the registers of their results are handed over before each, and waited for behind it. */
export function warpGroupStatements(kernel: Stmt): Map<Stmt, GroupProducts> {
  const lags = new Map(
    storagesOf(kernel).flatMap(({ tensor, scope, lag = 0 }) => (scope === 'shared' ? [[tensor, lag]] : [])),
  );
  const found = new Map<Stmt, GroupProducts>();
  const productsOf = (s: Stmt): GroupProducts => {
    const products = tensorizedNests(s).map(productOf);
    const [result, ...others] = new Set(products.map(({ c }) => c.tensor));
    if (others.length > 0) throw new InstantiationError('groups of warps add to several tensors at a time');
    return { result, pending: Math.min(...products.flatMap(({ a, b }) => [a, b].map((o) => lags.get(o.tensor) ?? 0))) };
  };
  const multiplies = (s: Stmt): boolean => {
    if (s.kind !== 'for') return s.kind === 'block' && s.body.length > 0 && s.body.every(multiplies);
    if (s.annotation !== 'tensorize') return s.annotation !== 'vectorize' && multiplies(s.body);
    const nest = tensorizedNest(s);
    return nest.store.update !== undefined && lags.has(productOf(nest).a.tensor);
  };
  const visit = (s: Stmt): void => {
    if (multiplies(s)) found.set(s, productsOf(s));
    else if (s.kind !== 'for' || s.annotation !== 'tensorize') childrenOf(s).forEach(visit);
  };
  if (tensorizedNests(kernel).length > 0) visit(kernel);
  return found;
}

/** Whether the last iterations that read the storage, and that which the body may be, are over: what lags behind must be waited for. */
export function endsLag({ lag = 0 }: Storage, body: Stmt): boolean {
  return lag > 0 && !(body.kind === 'alloc' && (body.storage.lag ?? 0) > 0);
}

export function waitProducts(pending: number, result: string): string {
  return `wait_products<${pending}>(${result});`;
}

/** What an instruction is told of an operand: where it starts, in elements without swizzling, and distances in bytes. */
interface OperandLayout {
  /** Whether rows run along the sum, or across it. */
  readonly major: 'k' | 'm';
  readonly first: Index;
  /** From one row to that which continues it, where a row is shorter than the operand. */
  readonly leading: number;
  /** From eight rows to the next eight. */
  readonly stride: number;
  /** Bytes of a row. */
  readonly swizzle: number;
}

/** Tiles of 16 rows, or columns, of the result: the four of a group's warps, or those side by side. */
interface OwnTiles {
  readonly count: number;
  /** The same offset in tile `t`. */
  at(offset: Index, t: number): Index;
}

export function warpGroupText({ rows, columns, steps, c, a, b }: MatrixProduct, context: Context): string {
  const { dtype } = a.tensor;
  const [column, tiles] = [...columns].reverse() as [For, For | undefined];
  const width = columns.reduce((n, loop) => n * extentOf(loop), 1);
  const fits = extentOf(rows) === tileSide && columns.length <= 2 && extentOf(column) === tileSide && width <= 256;
  if (b.tensor.dtype !== dtype || dtype === 'float32' || !fits || extentOf(steps) !== tileDepth(dtype))
    throw new InstantiationError(`there is no instruction for products of ${dtype} with ${width} columns`);
  if (tiles && ix.stride(context.offset(c.tensor, c.indices), tiles.loop) !== 1)
    throw new InstantiationError(`the columns of ${c.tensor.name} are not side by side`);
  const first = (): string => fragmentText(context, c.tensor, c.indices);
  const to = tiles ? context.withValue(tiles.loop, 0, first) : first();
  const left = operandLayout(a, rows, steps, tilesOfWarps(context), context);
  const right = operandLayout(b, column, steps, tilesAlong(tiles), context);
  const operands = [
    [a, left],
    [b, right],
  ] as const;
  const texts = operands.map(([{ tensor }, { first, leading, stride, swizzle }]) => {
    const start = `${memoryOf(context, tensor).pointer} + ${context.text(first)}`;
    return `matrix_at(${start}, ${leading}, ${stride}, ${swizzle})`;
  });
  return `wgmma_${width}_${dtype}_${left.major}${right.major}(&${to}, ${texts.join(', ')});`;
}

function tilesOfWarps(context: Context): OwnTiles {
  const warp = (v: Var, t: number): Index | undefined =>
    context.name(v) === 'threadY'
      ? ix.add(ix.scale(ix.div(ix.variable(v), groupWarps), groupWarps), ix.constant(t))
      : undefined;
  return { count: groupWarps, at: (offset, t) => ix.substitute(offset, (v) => warp(v, t)) };
}

function tilesAlong(tiles: For | undefined): OwnTiles {
  const at = (offset: Index, t: number): Index =>
    ix.substitute(offset, (v) => (v === tiles?.loop ? ix.constant(t) : undefined));
  return { count: tiles ? extentOf(tiles) : 1, at };
}

/** Throws InstantiationError where the operand does not lie in swizzled rows. */
function operandLayout(
  { tensor, indices }: LoadValue,
  own: For,
  steps: For,
  tiles: OwnTiles,
  context: Context,
): OperandLayout {
  const { swizzle } = memoryOf(context, tensor);
  const misplaced = new InstantiationError(`${tensor.name} does not lie in swizzled rows that an instruction takes`);
  if (!swizzle) throw misplaced;
  const bytes = elementBytes(tensor.dtype);
  const row = swizzle.chunk * swizzle.chunks;
  const whole = context.linearOffset(tensor, indices);
  const place = (i: number, step: number): Index =>
    ix.substitute(tiles.at(whole, Math.floor(i / tileSide)), (v) => {
      if (v === own.loop) return ix.constant(i % tileSide);
      return v === steps.loop ? ix.constant(step) : undefined;
    });
  const first = place(0, 0);
  const distance = (i: number, step: number): number => {
    const difference = ix.subtract(place(i, step), first);
    return ix.isConstant(difference) ? difference.constant : NaN;
  };
  const [sides, depth] = [tiles.count * tileSide, extentOf(steps)];
  const major = distance(0, 1) === 1 ? 'k' : 'm';
  const [longest, rows] = major === 'k' ? [depth, sides] : [sides, depth];
  const at = (along: number, number: number): number =>
    major === 'k' ? distance(number, along) : distance(along, number);
  const leading = longest > row ? at(row, 0) : row;
  const stride = at(0, atomRows);
  const even =
    count(longest).every((j) => at(j, 0) === (j % row) + Math.floor(j / row) * leading) &&
    count(rows).every((r) => at(0, r) === (r % atomRows) * row + Math.floor(r / atomRows) * stride);
  if (!even || !startsRow(first, row, longest) || (major === 'm' && bytes !== 2)) throw misplaced;
  return { major, first, leading: leading * bytes, stride: stride * bytes, swizzle: row * bytes };
}

/** Whether what starts here, of this length, starts in the first of eight rows, and if it is shorter than a row does not cross its end. */
function startsRow(first: Index, row: number, longest: number): boolean {
  const within = ix.mod(first, atomRows * row);
  const { min, max } = ix.range(within);
  return min >= 0 && max < row && ix.isMultiple(within, Math.min(longest, row));
}

function count(to: number): number[] {
  return [...Array(to).keys()];
}

/** Definitions of the instructions that the texts use; `native/cuda/host.h` computes the same on the CPU. */
export function warpGroupHelpers(texts: readonly string[]): string[] {
  const used = new Set(texts.flatMap((text) => text.match(/\bwgmma_\d+_\w+(?=\()/g) ?? []));
  if (used.size === 0) return [];
  return [hold, ...calledIn(texts, commonHelpers), ...[...used].sort().map(instructionHelper)];
}

/** Accumulators belong to the products from when they are handed over until they are waited for, which a compiler knows of no other register. */
const hold = `template <int count> static __device__ inline void hold(accumulator (&c)[count]) {
#ifndef TUNE_CUDA_HOST_H
#pragma unroll
  for (int i = 0; i < 8 * count; i++) asm volatile("" : "+f"(c[i / 8].x[i % 8]) :: "memory");
#endif
}`;

const commonHelpers: readonly string[] = [
  `template <int count> static __device__ inline void begin_products(accumulator (&c)[count]) {
  hold(c);
#ifndef TUNE_CUDA_HOST_H
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}`,
  `static __device__ inline void commit_products() {
#ifdef TUNE_CUDA_HOST_H
  tune_host::commit_products();
#else
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#endif
}`,
  `template <int pending, int count> static __device__ inline void wait_products(accumulator (&c)[count]) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wait_products(pending);
#else
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
#endif
  hold(c);
}`,
  `static __device__ inline void show_shared() {
#ifndef TUNE_CUDA_HOST_H
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}`,
  `static __device__ inline unsigned long long matrix_at(const void *first, int leading, int stride, int swizzle) {
  return ((unsigned)__cvta_generic_to_shared(first) & 0x3ffff) >> 4 | (unsigned long long)(leading >> 4) << 16 |
         (unsigned long long)(stride >> 4) << 32 | (swizzle == 128 ? 1ull : swizzle == 64 ? 2ull : 3ull) << 62;
}`,
];

function instructionHelper(name: string): string {
  const [, width, dtype, majors] = /^wgmma_(\d+)_(\w+)_([km]{2})$/.exec(name)!;
  const types = { float16: 'k16.f32.f16.f16', bfloat16: 'k16.f32.bf16.bf16', tfloat32: 'k8.f32.tf32.tf32' };
  const type = types[dtype as keyof typeof types];
  const registers = Number(width) / 2;
  const numbers = Array.from({ length: registers }, (_, i) => i);
  const [a, b] = [0, 1].map((operand) => (majors[operand] === 'm' ? 1 : 0));
  const transposed = dtype === 'tfloat32' ? '' : `, ${a}, ${b}`;
  const operands = `{${numbers.map((i) => `%${i}`).join(', ')}}, %${registers}, %${registers + 1}`;
  const outputs = numbers.map((i) => `"+f"(c[${Math.floor(i / 8)}].x[${i % 8}])`).join(', ');
  return `static __device__ inline void ${name}(accumulator *c, unsigned long long a, unsigned long long b) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma(c, ${width}, {a, ${a}}, {b, ${b}}, ${elementBytes(dtype as DType)}, tune_host::${dtype}_element);
#else
  asm volatile("wgmma.mma_async.sync.aligned.m64n${width}${type} ${operands}, 1, 1, 1${transposed};" :
               ${outputs} :
               "l"(a), "l"(b));
#endif
}`;
}

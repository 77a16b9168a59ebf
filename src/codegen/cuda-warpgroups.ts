/**
 * Products of four warps together, of operands that lie in shared memory (wgmma.mma_async, PTX ISA 8.0, sm_90a): 64 rows, of which each warp has 16, by up
 * to 256 columns. Both operands lie in core matrices, of 8 rows or columns by 16 bytes, one after the other (PTX's canonical layouts without swizzling).
 */
import { InstantiationError } from '../ir/errors.js';
import * as ix from '../ir/index.js';
import type { Index, Var } from '../ir/index.js';
import type { For, Stmt } from '../ir/nest.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import type { LoadValue } from '../ir/value.js';
import type { Context } from './c-context.js';
import { childrenOf, storagesOf } from './cuda-accesses.js';
import { fragmentText, memoryOf, tileDepth, tileSide } from './cuda-fragments.js';
import { extentOf, productOf, tensorizedNest, tensorizedNests } from './cuda-tensorized.js';
import type { MatrixProduct } from './cuda-tensorized.js';

/** Bytes of a row of a core matrix, and its rows. */
const coreBytes = 16;
const coreRows = 8;
/** Warps that multiply together: threadX are the lanes, threadY the warps. */
const groupWarps = 4;

/**
 * The largest statements that do nothing but multiply so: the registers of their results are handed over before each, and waited for behind it.
 */
export function warpGroupStatements(kernel: Stmt): Set<Stmt> {
  const shared = new Set(storagesOf(kernel).flatMap(({ tensor, scope }) => (scope === 'shared' ? [tensor] : [])));
  const found = new Set<Stmt>();
  const multiplies = (s: Stmt): boolean => {
    if (s.kind !== 'for') return s.kind === 'block' && s.body.length > 0 && s.body.every(multiplies);
    if (s.annotation !== 'tensorize') return s.annotation !== 'vectorize' && multiplies(s.body);
    const nest = tensorizedNest(s);
    return nest.store.update !== undefined && shared.has(productOf(nest).a.tensor);
  };
  const visit = (s: Stmt): void => {
    if (multiplies(s)) found.add(s);
    else if (s.kind !== 'for' || s.annotation !== 'tensorize') childrenOf(s).forEach(visit);
  };
  if (tensorizedNests(kernel).length > 0) visit(kernel);
  return found;
}

/** Where the core matrices of an operand lie: whether neighbours in them are steps of the sum, bytes from one to the next along the sum and across it. */
interface CoreLayout {
  readonly major: 'k' | 'm';
  readonly alongSum: number;
  readonly across: number;
  readonly first: Index;
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
  const left = coreLayout(a, rows, steps, context);
  const right = coreLayout(b, column, steps, context, tiles);
  const operands = [
    [a, groupStart(left, dtype, context)],
    [b, right],
  ] as const;
  const texts = operands.map(([{ tensor }, { first, alongSum, across }]) => {
    return `${memoryOf(context, tensor).pointer} + ${context.text(first)}, ${alongSum}, ${across}`;
  });
  return `wgmma_${width}_${dtype}_${left.major}${right.major}(&${to}, ${texts.join(', ')});`;
}

/** Throws InstantiationError where the operand does not lie in core matrices. `beyond` is a loop over tiles of 16 of its rows. */
function coreLayout({ tensor, indices }: LoadValue, own: For, steps: For, context: Context, beyond?: For): CoreLayout {
  const at = context.offset(tensor, indices);
  const loops = [own, steps, ...(beyond ? [beyond] : [])];
  const place = (values: readonly (readonly [For, number])[]): Index =>
    ix.substitute(at, (v) => {
      if (!loops.some(({ loop }) => loop === v)) return undefined;
      return ix.constant(values.find(([{ loop }]) => loop === v)?.[1] ?? 0);
    });
  const first = place([]);
  const step = (loop: For, count: number): number => {
    const difference = ix.subtract(place([[loop, count]]), first);
    return ix.isConstant(difference) ? difference.constant : NaN;
  };
  const bytes = elementBytes(tensor.dtype);
  const run = coreBytes / bytes;
  const major = step(steps, 1) === 1 ? 'k' : 'm';
  const [alongSum, across] = [step(steps, major === 'k' ? run : coreRows), step(own, coreRows)];
  const dense = major === 'k' ? step(own, 1) === run : bytes === 2 && step(own, 1) === 1 && step(steps, 1) === run;
  const even = !beyond || extentOf(beyond) === 1 || step(beyond, 1) === (tileSide / coreRows) * across;
  if (!dense || !even || !ix.isMultiple(first, run) || alongSum % run !== 0 || across % run !== 0)
    throw new InstantiationError(`${tensor.name} does not lie in core matrices`);
  return { major, alongSum: alongSum * bytes, across: across * bytes, first };
}

/** The rows of all warps of a group start where those of its first warp do. */
function groupStart(layout: CoreLayout, dtype: DType, context: Context): CoreLayout {
  const isWarp = (v: Var): boolean => context.name(v) === 'threadY';
  let rank = ix.zero;
  const first = ix.substitute(layout.first, (v) => {
    if (!isWarp(v)) return undefined;
    rank = ix.mod(ix.variable(v), groupWarps);
    return ix.scale(ix.div(ix.variable(v), groupWarps), groupWarps);
  });
  const stride = ((tileSide / coreRows) * layout.across) / elementBytes(dtype);
  if (!ix.equal(layout.first, ix.add(first, ix.scale(rank, stride))))
    throw new InstantiationError('the warps of a group do not have neighbouring rows');
  return { ...layout, first };
}

/** Definitions of the instructions that the texts use; `native/cuda/host.h` computes the same on the CPU. */
export function warpGroupHelpers(texts: readonly string[]): string[] {
  const used = new Set(texts.flatMap((text) => text.match(/\bwgmma_\d+_\w+(?=\()/g) ?? []));
  if (used.size === 0) return [];
  return [...commonHelpers, ...[...used].sort().map(instructionHelper)];
}

const commonHelpers: readonly string[] = [
  `static __device__ inline void begin_products() {
#ifndef TUNE_CUDA_HOST_H
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}`,
  `static __device__ inline void end_products() {
#ifndef TUNE_CUDA_HOST_H
  asm volatile("wgmma.commit_group.sync.aligned;\\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
}`,
  `static __device__ inline void show_shared() {
#ifndef TUNE_CUDA_HOST_H
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}`,
  `#ifndef TUNE_CUDA_HOST_H
static __device__ inline unsigned long long matrix_at(const void *first, int along_sum, int across) {
  return ((unsigned)__cvta_generic_to_shared(first) & 0x3ffff) >> 4 | (unsigned long long)(along_sum >> 4) << 16 |
         (unsigned long long)(across >> 4) << 32;
}
#endif`,
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
  return `static __device__ inline void ${name}(accumulator *c, const void *a, int a_along, int a_across, const void *b, int b_along, int b_across) {
#ifdef TUNE_CUDA_HOST_H
  tune_host::wgmma(c, ${width}, {a, a_along, a_across, ${a}}, {b, b_along, b_across, ${b}}, ${elementBytes(dtype as DType)}, tune_host::${dtype}_element);
#else
  asm volatile("wgmma.mma_async.sync.aligned.m64n${width}${type} ${operands}, 1, 1, 1${transposed};" :
               ${outputs} :
               "l"(matrix_at(a, a_along, a_across)), "l"(matrix_at(b, b_along, b_across)));
#endif
}`;
}

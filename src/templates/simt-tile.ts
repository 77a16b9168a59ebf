/**
 * A product of matrices tiled for the cores of a GPU: a block of threads computes a tile of the result from tiles of the operands in shared memory, a
 * thread a register tile of it (Volkov and Demmel, SC 2008; MAGMA, Tan et al., SC 2011; CUTLASS names it SIMT). A thread's elements may lie in strided
 * parts (virtual threads), so that neighbours read neighbouring banks. The sum may be cut into parts that different blocks add up, by a second kernel.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { elementBytes } from '../ir/tensor.js';
import type { DType } from '../ir/tensor.js';
import type { Tiles } from '../ir/tiles.js';
import { SpaceBuilder } from '../space/builder.js';
import type { Values } from '../space/space.js';
import type { Gpu } from '../target/gpu.js';
import { shareCopy, spellOut } from './gpu-copies.js';
import { fitsRegisters } from './gpu-limits.js';
import type { Lie, Lies } from './product-view.js';
import {
  bufferCounts,
  fillsBuffers,
  fillsParts,
  fitsResult,
  mostCopies,
  partCounts,
  splitSum,
  tooLargeBlock,
  tooManyBuffers,
  tooManyParts,
  vectorBytes,
  vectorsOf,
  widths,
} from './sum-blocks.js';
import type { BlockSize, CopyKnobs, TiledOperand, TiledProduct } from './sum-blocks.js';

export interface TileKnobs extends CopyKnobs {
  /** Threads of a block along rows and columns of the result. */
  readonly threads_m: number;
  readonly threads_n: number;
  /** Elements of a thread that lie side by side. */
  readonly tile_m: number;
  readonly tile_n: number;
  /** Strided parts of a thread's tile, each as large as all threads' elements together. */
  readonly vthread_m: number;
  readonly vthread_n: number;
  /** Elements behind each step of the operands in shared memory. */
  readonly pad: number;
  /** Steps of the sum that the code spells out. */
  readonly unroll_k: number;
}

/**
 * The knobs, and what a block and a thread can hold. `lies` are the ways in which the operands may lie, `lieOf` that of a config; `registers` are
 * those of a thread that hold no accumulators or operands: addresses, counters, what a copy holds.
 */
export function tileSpace(
  gpu: Gpu,
  view: TiledProduct,
  lies: readonly Lies[],
  registers: number,
  lieOf: (values: Values) => Lies = () => lies[0],
) {
  const { rows, columns, k, dtype } = view;
  return new SpaceBuilder()
    .choice('threads_m', upTo(rows, [1, 2, 4, 8, 16, 32]))
    .choice('threads_n', upTo(columns, [4, 8, 16, 32, 64]))
    .choice('tile_m', upTo(rows, [1, 2, 4, 8]))
    .choice('tile_n', upTo(columns, [1, 2, 4, 8]))
    .choice('vthread_m', upTo(rows, [1, 2, 4]))
    .choice('vthread_n', upTo(columns, [1, 2, 4]))
    .choice('block_k', upTo(k, [4, 8, 16, 32, 64]))
    .choice('vector_a', vectorsOf('a', dtype, lies))
    .choice('vector_b', vectorsOf('b', dtype, lies))
    .choice('pad', [0, vectorBytes / elementBytes(dtype)])
    .choice('unroll_k', [1, 4, 16])
    .choice('order', ['mn', 'nm'])
    .choice('buffers', bufferCounts(gpu, k, 4))
    .choice('split_k', partCounts(k))
    .constraint(`a block has 32 to ${gpu.threadsPerBlock} threads`, (c) => {
      const threads = c.threads_m * c.threads_n;
      return threads <= gpu.threadsPerBlock && (threads >= gpu.warp || rows * columns < gpu.warp);
    })
    .constraint(tooLargeBlock, (c) => fitsResult(view, blockOf(c), { m: 1, n: 4 }))
    .constraint('accumulators and operands must fit the registers', (c) => {
      return fitsRegisters(gpu, [c.threads_m, c.threads_n], tileRegisters(c) + registers);
    })
    .constraint(`the operands' tiles must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
      const { m, n } = blockOf(c);
      const bytes = elementBytes(dtype) * c.block_k * (m + n + 2 * c.pad);
      return c.buffers * bytes <= gpu.sharedPerBlock;
    })
    .constraint(`a thread copies whole vectors, at most ${mostCopies} of each operand`, (c) => {
      const { m, n } = blockOf(c);
      const threads = c.threads_m * c.threads_n;
      const step = Math.min(c.block_k, k);
      const fits = (lie: Lie, own: number, vector: number): boolean => {
        const run = lie.along === 'own' ? own : step;
        return run % vector === 0 && lie.run % vector === 0 && Math.ceil((own * step) / vector / threads) <= mostCopies;
      };
      const { a, b } = lieOf(c);
      return fits(a, m, c.vector_a) && fits(b, n, c.vector_b);
    })
    .constraint('words that are turned on their way are copied ahead one at a time', (c) => {
      return c.buffers === 1 || elementBytes(dtype) < 4 || turnsSingles(lieOf(c), c);
    })
    .constraint('the code spells out less than four times the steps of a block', (c) => c.unroll_k < 4 * c.block_k)
    .constraint(tooManyBuffers, fillsBuffers(k))
    .constraint(tooManyParts, fillsParts(k));
}

/**
 * Whether operands that copies turn, since shared memory has steps of the sum outermost, go element by element. cp.async turns single words only: lanes that
 * have vectors each would ask for the same words, further apart.
 */
function turnsSingles({ a, b }: Lies, { vector_a, vector_b }: Pick<TileKnobs, 'vector_a' | 'vector_b'>): boolean {
  const fits = (lie: Lie, vector: number): boolean => lie.along === 'own' || vector === 1;
  return fits(a, vector_a) && fits(b, vector_b);
}

/** Schedules a stage at the root, which is a product of the operands along its rows and along its columns, as kernels. */
export function tileKernels(
  s: Schedule,
  view: TiledProduct,
  operands: Readonly<Record<'a' | 'b', TiledOperand>>,
  knobs: TileKnobs,
  stage = s.output,
): void {
  const product = splitSum(s, stage, knobs, view.k);
  const { acc, thread } = tileProduct(s, product, view, knobs);
  const { sum, step } = tileSum(acc, knobs);
  const threads = [knobs.threads_m, knobs.threads_n] as const;
  const rows = [knobs.vthread_m, knobs.threads_m, knobs.tile_m];
  const columns = [knobs.vthread_n, knobs.threads_n, knobs.tile_n];
  acc.computeAt(product, thread);
  for (const [operand, vector, tiles] of [
    [operands.a, knobs.vector_a, rows],
    [operands.b, knobs.vector_b, columns],
  ] as const) {
    const shared = s.cacheRead(operand.tensor, 'shared');
    shared.store([...operand.batch, operand.sum, operand.own]).pad(operand.batch.length + 1, knobs.pad);
    if (knobs.buffers > 1) shared.buffers(knobs.buffers);
    shareCopy(shared, operand.batch.length, threads, vector, true).computeAt(acc, sum);
    readTile(s, shared, operand, tiles).computeAt(acc, step);
  }
}

/** Candidates up to the first that covers the extent. */
function upTo(extent: number, candidates: readonly number[]): number[] {
  return candidates.filter((_, i) => i === 0 || candidates[i - 1] < extent);
}

/** Elements of the widest vectors that rows of all these lengths are made of. */
function widest(dtype: DType, ...extents: readonly number[]): number {
  return widths(dtype).find((width) => extents.every((extent) => extent % width === 0))!;
}

/** Rows and columns of the result that a block computes. */
export function blockOf(c: Pick<TileKnobs, `${'threads' | 'tile' | 'vthread'}_${'m' | 'n'}`>): BlockSize {
  return { m: c.vthread_m * c.threads_m * c.tile_m, n: c.vthread_n * c.threads_n * c.tile_n };
}

/** Registers of a thread that hold accumulators and operands. */
function tileRegisters(c: Pick<TileKnobs, `${'tile' | 'vthread'}_${'m' | 'n'}`>): number {
  const [m, n] = [c.vthread_m * c.tile_m, c.vthread_n * c.tile_n];
  return m * n + m + n;
}

/** for blocks: for threads: the register tile. Returns the accumulators and the loop that a thread is one iteration of. */
function tileProduct(
  s: Schedule,
  product: Stage,
  { row, column, columns }: TiledProduct,
  knobs: TileKnobs,
): { acc: Stage; thread: Loop } {
  const names = product.compute.axes.map((axis) => axis.name);
  const tiles: Tiles = {
    [names.indexOf(row)]: [knobs.vthread_m, knobs.threads_m, knobs.tile_m],
    [names.indexOf(column)]: [knobs.vthread_n, knobs.threads_n, knobs.tile_n],
  };
  const acc = s.cacheWrite(product, 'register', tiles);
  const others = product.loops.filter((l) => l.name !== row && l.name !== column);
  const [iBlock, vi, ti, i] = tile(product, product.loop(row), knobs.vthread_m, knobs.threads_m, knobs.tile_m);
  const [jBlock, vj, tj, j] = tile(product, product.loop(column), knobs.vthread_n, knobs.threads_n, knobs.tile_n);
  const lanes = widest(product.tensor.dtype, columns, knobs.tile_n);
  const [vectors, lane] = product.split(j, lanes, 'min');
  const blocks = knobs.order === 'mn' ? [iBlock, jBlock] : [jBlock, iBlock];
  product.reorder(...others, ...blocks, ti, tj, vi, i, vj, vectors, lane);
  const grid = [...others, ...blocks].reduce((outer, inner) => product.fuse(outer, inner));
  product.bind(grid, 'blockX').bind(ti, 'threadY').bind(tj, 'threadX');
  product.vthread(vi, vj).unroll(i, vectors).vectorize(lane, lanes);
  return { acc, thread: tj };
}

/** Blocks, strided parts, threads, elements of a thread. */
function tile(stage: Stage, loop: Loop, parts: number, threads: number, elements: number): [Loop, Loop, Loop, Loop] {
  const [block, inBlock] = stage.split(loop, parts * threads * elements, 'guard');
  const [part, inPart] = stage.split(inBlock, threads * elements, 'guard');
  const [thread, element] = stage.split(inPart, elements, 'guard');
  return [block, part, thread, element];
}

/** The sum outside, the register tile spelled out inside. Returns the loops over blocks of the sum and over its steps in one. */
function tileSum(acc: Stage, knobs: TileKnobs): { sum: Loop; step: Loop } {
  const spatial = acc.loops.filter((l) => !isReduce(l));
  const [sum, step] = acc.split(acc.loops.find(isReduce)!, knobs.block_k, 'zero');
  acc.reorder(sum, step, ...spatial);
  acc.unroll(...spatial).unrollBy(step, knobs.unroll_k);
  return { sum, step };
}

/** What a thread multiplies at a step of the sum, brought into registers as vectors. */
export function readTile(s: Schedule, shared: Stage, { own }: TiledOperand, tiles: readonly number[]): Stage {
  const copy = s.cacheRead(shared.tensor, 'register', { [own]: tiles });
  return spellOut(copy, copy.loops, copy.loop(`d${own}3`), widest(shared.tensor.dtype, tiles[2]));
}

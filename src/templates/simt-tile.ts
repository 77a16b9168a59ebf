/**
 * A product of matrices tiled for the cores of a GPU: a block of threads computes a tile of the result from tiles of the operands in shared memory, a
 * thread a register tile of it (Volkov and Demmel, SC 2008; MAGMA, Tan et al., SC 2011; CUTLASS names it SIMT). A thread's elements may lie in strided
 * parts (virtual threads), so that neighbours read neighbouring banks. The sum may be cut into parts that different blocks add up, by a second kernel.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Tiles } from '../ir/tiles.js';
import { SpaceBuilder } from '../space/builder.js';
import type { Values } from '../space/space.js';
import type { Gpu } from '../target/gpu.js';
import { elementwise, shareCopy } from './gpu-copies.js';
import type { Operand } from './product-view.js';

export interface TileKnobs {
  /** Threads of a block along rows and columns of the result. */
  readonly threads_m: number;
  readonly threads_n: number;
  /** Elements of a thread that lie side by side. */
  readonly tile_m: number;
  readonly tile_n: number;
  /** Strided parts of a thread's tile, each as large as all threads' elements together. */
  readonly vthread_m: number;
  readonly vthread_n: number;
  /** Steps of the sum that are in shared memory at a time. */
  readonly block_k: number;
  /** Floats that a thread copies at once of the operand along rows, and of the one along columns. */
  readonly vector_a: number;
  readonly vector_b: number;
  /** Floats behind each step of the operands in shared memory. */
  readonly pad: number;
  /** Steps of the sum that the code spells out. */
  readonly unroll_k: number;
  /** Whether blocks that follow each other have the same rows, or the same columns. */
  readonly order: 'mn' | 'nm';
  /** Whether the next block of the sum is copied while this one is multiplied. */
  readonly double_buffer: boolean;
  /** Parts of the sum that blocks of their own compute. */
  readonly split_k: number;
}

/** The result and the sum: their extents, the names of the result's axes. */
export interface TiledProduct {
  readonly rows: number;
  readonly columns: number;
  readonly k: number;
  readonly row: string;
  readonly column: string;
}

/** What is multiplied along rows, or along columns. */
export type TiledOperand = Omit<Operand, 'constant'>;

/** How an operand lies in memory: what its neighbours are, those along its side of the result or those of the sum, and how many lie in a run. */
export interface Lie {
  readonly along: 'own' | 'sum';
  readonly run: number;
}

export type Lies = Readonly<Record<'a' | 'b', Lie>>;

/** Vectors that the code of a copy spells out. */
const mostCopies = 16;

/**
 * The knobs, and what a block and a thread can hold. `lies` are the ways in which the operands may lie, `lieOf` that of a config; `registers` are
 * those of a thread that hold no accumulators or operands: addresses, counters, what a copy holds.
 */
export function tileSpace(
  gpu: Gpu,
  { rows, columns, k }: TiledProduct,
  lies: readonly Lies[],
  registers: number,
  lieOf: (values: Values) => Lies = () => lies[0],
) {
  const widthsOf = (operand: 'a' | 'b'): number[] =>
    [4, 2, 1].filter((w) => lies.some((l) => l[operand].run % w === 0));
  return new SpaceBuilder()
    .choice('threads_m', upTo(rows, [1, 2, 4, 8, 16, 32]))
    .choice('threads_n', upTo(columns, [4, 8, 16, 32, 64]))
    .choice('tile_m', upTo(rows, [1, 2, 4, 8]))
    .choice('tile_n', upTo(columns, [1, 2, 4, 8]))
    .choice('vthread_m', upTo(rows, [1, 2, 4]))
    .choice('vthread_n', upTo(columns, [1, 2, 4]))
    .choice('block_k', upTo(k, [4, 8, 16, 32, 64]))
    .choice('vector_a', widthsOf('a'))
    .choice('vector_b', widthsOf('b'))
    .choice('pad', [0, 4])
    .choice('unroll_k', [1, 4, 16])
    .choice('order', ['mn', 'nm'])
    .choice('double_buffer', k > 4 ? [false, true] : [false])
    .choice(
      'split_k',
      [1, 2, 4, 8, 16].filter((parts) => parts === 1 || k >= 64 * parts),
    )
    .constraint(`a block has 32 to ${gpu.threadsPerBlock} threads`, (c) => {
      const threads = c.threads_m * c.threads_n;
      return threads <= gpu.threadsPerBlock && (threads >= gpu.warp || rows * columns < gpu.warp);
    })
    .constraint('a block is at most twice as large as the result along each side', (c) => {
      const { m, n } = blockOf(c);
      return (m < 2 * rows || m === 1) && (n < 2 * columns || n <= 4);
    })
    .constraint(`accumulators and operands must fit the registers`, (c) => {
      const needed = tileRegisters(c) + registers;
      const threads = Math.ceil((c.threads_m * c.threads_n) / gpu.warp) * gpu.warp;
      return needed <= gpu.registersPerThread && threads * needed <= gpu.registersPerBlock;
    })
    .constraint(`the operands' tiles must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
      const { m, n } = blockOf(c);
      return (c.double_buffer ? 8 : 4) * c.block_k * (m + n + 2 * c.pad) <= gpu.sharedPerBlock;
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
    .constraint('a block of the sum is copied ahead only where there is a next one', (c) => {
      return !c.double_buffer || (c.split_k === 1 ? k : partOf(c, k)) > c.block_k;
    })
    .constraint('parts of the sum have several blocks of it each', (c) => c.split_k === 1 || partOf(c, k) < k);
}

/** Schedules a stage at the root, which is a product of the operands along its rows and along its columns, as kernels. */
export function tileKernels(
  s: Schedule,
  view: TiledProduct,
  operands: Readonly<Record<'a' | 'b', TiledOperand>>,
  knobs: TileKnobs,
  stage = s.output,
): void {
  const { name } = stage.loops.find(isReduce)!;
  const product = knobs.split_k === 1 ? stage : s.accumulate(stage, name, partOf(knobs, view.k), 'workspace');
  if (product !== stage) elementwise(s, stage);
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
    if (knobs.double_buffer) shared.doubleBuffer();
    shareCopy(shared, operand.batch.length, threads, vector, true).computeAt(acc, sum);
    readTile(s, shared, operand, tiles).computeAt(acc, step);
  }
}

/** Candidates up to the first that covers the extent. */
function upTo(extent: number, candidates: readonly number[]): number[] {
  return candidates.filter((_, i) => i === 0 || candidates[i - 1] < extent);
}

/** Vectors that rows of so many elements are made of. */
function widths(extent: number): number[] {
  return [4, 2, 1].filter((width) => extent % width === 0);
}

/** Rows and columns of the result that a block computes. */
export function blockOf(c: Pick<TileKnobs, `${'threads' | 'tile' | 'vthread'}_${'m' | 'n'}`>): {
  m: number;
  n: number;
} {
  return { m: c.vthread_m * c.threads_m * c.tile_m, n: c.vthread_n * c.threads_n * c.tile_n };
}

/** Registers of a thread that hold accumulators and operands. */
function tileRegisters(c: Pick<TileKnobs, `${'tile' | 'vthread'}_${'m' | 'n'}`>): number {
  const [m, n] = [c.vthread_m * c.tile_m, c.vthread_n * c.tile_n];
  return m * n + m + n;
}

/** Steps of one of the parts of the sum: whole blocks of it. */
function partOf(c: Pick<TileKnobs, 'split_k' | 'block_k'>, k: number): number {
  return Math.ceil(Math.ceil(k / c.split_k) / c.block_k) * c.block_k;
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
  const lanes = Math.min(widths(columns)[0], widths(knobs.tile_n)[0]);
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
  const elements = copy.loop(`d${own}3`);
  const lanes = widths(tiles[2])[0];
  const [vectors, lane] = copy.split(elements, lanes, 'min');
  const others = copy.loops.filter((l) => l !== lane);
  copy.reorder(...others, lane);
  return copy.unroll(...others.filter((l) => l !== vectors), vectors).vectorize(lane, lanes);
}

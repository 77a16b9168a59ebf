/**
 * Products of matrices on the cores of a GPU: a block of threads computes a tile of the result from tiles of the operands in shared memory, a thread
 * a register tile of it (Volkov and Demmel, SC 2008; MAGMA, Tan et al., SC 2011; CUTLASS names it SIMT). A thread's elements may lie in strided parts (virtual
 * threads), so that neighbours read neighbouring banks. The sum may be cut into parts that different blocks add up, by a second kernel.
 */
import { isReduce } from '../ir/loop.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Tiles } from '../ir/tiles.js';
import type { Operator } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import { elementwise, shareCopy } from './gpu-copies.js';
import { lieAlong, operandsOf, viewOf } from './product-view.js';
import type { Operand, ProductView } from './product-view.js';
import type { Template } from './template.js';

interface Knobs {
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
  /** Floats that a thread copies at once. */
  readonly vector_a: number;
  readonly vector_b: number;
  /** Floats behind each step of the operands in shared memory. */
  readonly pad: number;
  /** Steps of the sum that the code spells out. */
  readonly unroll_k: number;
  /** Whether blocks that follow each other have the same rows, or the same columns. */
  readonly order: 'mn' | 'nm';
  /** Blocks of the sum in shared memory: while one is multiplied, the next ones are copied. */
  readonly buffers: number;
  /** Parts of the sum that blocks of their own compute. */
  readonly split_k: number;
}

/** Registers of a thread that are not accumulators or operands: addresses, counters, what a copy holds. */
const otherRegisters = 32;
/** Vectors that the code of a copy spells out. */
const mostCopies = 16;

export function simt(operator: Operator): Template {
  return {
    name: `${operator.name}.simt`,
    operator: operator.name,
    target: 'cuda',
    summary: 'tiles in shared memory, register tiles of threads and virtual threads',
    version: 2,
    tolerance: 1e-4,
    refuses: () => undefined,

    define: (workload, { gpu }) => {
      if (!gpu) throw new Error('a template for GPUs was asked about another target');
      const view = viewOf(workload);
      const { rows, columns, k } = view;
      const along = lieAlong(workload);
      const last = { a: along.rows ? rows : k, b: along.columns ? columns : k };
      return new SpaceBuilder()
        .choice('threads_m', upTo(rows, [1, 2, 4, 8, 16, 32]))
        .choice('threads_n', upTo(columns, [4, 8, 16, 32, 64]))
        .choice('tile_m', upTo(rows, [1, 2, 4, 8]))
        .choice('tile_n', upTo(columns, [1, 2, 4, 8]))
        .choice('vthread_m', upTo(rows, [1, 2, 4]))
        .choice('vthread_n', upTo(columns, [1, 2, 4]))
        .choice('block_k', upTo(k, [4, 8, 16, 32, 64]))
        .choice('vector_a', widths(last.a))
        .choice('vector_b', widths(last.b))
        .choice('pad', [0, 4])
        .choice('unroll_k', [1, 4, 16])
        .choice('order', ['mn', 'nm'])
        .choice(
          'buffers',
          (gpu.asyncCopy ? [1, 2, 3, 4] : [1, 2]).filter((count) => k > 4 * (count - 1)),
        )
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
          const registers = registersOf(c);
          const threads = Math.ceil((c.threads_m * c.threads_n) / gpu.warp) * gpu.warp;
          return registers <= gpu.registersPerThread && threads * registers <= gpu.registersPerBlock;
        })
        .constraint(`the operands' tiles must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (c) => {
          const { m, n } = blockOf(c);
          return 4 * c.buffers * c.block_k * (m + n + 2 * c.pad) <= gpu.sharedPerBlock;
        })
        .constraint(`a thread copies whole vectors, at most ${mostCopies} of each operand`, (c) => {
          const { m, n } = blockOf(c);
          const threads = c.threads_m * c.threads_n;
          const fits = (elements: number, run: number, vector: number): boolean =>
            run % vector === 0 && Math.ceil(elements / vector / threads) <= mostCopies;
          const step = Math.min(c.block_k, k);
          return (
            fits(m * step, along.rows ? m : step, c.vector_a) && fits(n * step, along.columns ? n : step, c.vector_b)
          );
        })
        .constraint('there are at least as many blocks of the sum as buffers', (c) => {
          return (c.split_k === 1 ? k : partOf(c, k)) > c.block_k * (c.buffers - 1);
        })
        .constraint('parts of the sum have several blocks of it each', (c) => c.split_k === 1 || partOf(c, k) < k)
        .build();
    },

    schedule: (workload, _, config) => {
      const knobs = config.values as unknown as Knobs;
      const view = viewOf(workload);
      const s = new Schedule(operator.computation(workload));
      const [a, b] = operandsOf(s, workload);
      const product = knobs.split_k === 1 ? s.output : s.accumulate(s.output, 'k', partOf(knobs, view.k), 'workspace');
      if (product !== s.output) elementwise(s, s.output);
      const { acc, thread } = tileProduct(s, product, view, knobs);
      const { sum, step } = tileSum(acc, knobs);
      const threads = [knobs.threads_m, knobs.threads_n] as const;
      const rows = [knobs.vthread_m, knobs.threads_m, knobs.tile_m];
      const columns = [knobs.vthread_n, knobs.threads_n, knobs.tile_n];
      acc.computeAt(product, thread);
      for (const [operand, vector, tiles] of [
        [a, knobs.vector_a, rows],
        [b, knobs.vector_b, columns],
      ] as const) {
        const shared = s.cacheRead(operand.tensor, 'shared');
        shared.store([...operand.batch, operand.sum, operand.own]).pad(operand.batch.length + 1, knobs.pad);
        if (knobs.buffers > 1) shared.buffers(knobs.buffers);
        shareCopy(shared, operand.batch.length, threads, vector, true).computeAt(acc, sum);
        readTile(s, shared, operand, tiles).computeAt(acc, step);
      }
      return s;
    },
  };
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
function blockOf(c: Pick<Knobs, `${'threads' | 'tile' | 'vthread'}_${'m' | 'n'}`>): { m: number; n: number } {
  return { m: c.vthread_m * c.threads_m * c.tile_m, n: c.vthread_n * c.threads_n * c.tile_n };
}

function registersOf(c: Pick<Knobs, `${'tile' | 'vthread'}_${'m' | 'n'}`>): number {
  const [m, n] = [c.vthread_m * c.tile_m, c.vthread_n * c.tile_n];
  return m * n + m + n + otherRegisters;
}

/** Steps of one of the parts of the sum: whole blocks of it. */
function partOf(c: Pick<Knobs, 'split_k' | 'block_k'>, k: number): number {
  return Math.ceil(Math.ceil(k / c.split_k) / c.block_k) * c.block_k;
}

/** for blocks: for threads: the register tile. Returns the accumulators and the loop that a thread is one iteration of. */
function tileProduct(
  s: Schedule,
  product: Stage,
  { row, column, columns }: ProductView,
  knobs: Knobs,
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
function tileSum(acc: Stage, knobs: Knobs): { sum: Loop; step: Loop } {
  const spatial = acc.loops.filter((l) => !isReduce(l));
  const [sum, step] = acc.split(acc.loops.find(isReduce)!, knobs.block_k, 'zero');
  acc.reorder(sum, step, ...spatial);
  acc.unroll(...spatial).unrollBy(step, knobs.unroll_k);
  return { sum, step };
}

/** What a thread multiplies at a step of the sum, brought into registers as vectors. */
function readTile(s: Schedule, shared: Stage, { own }: Operand, tiles: readonly number[]): Stage {
  const copy = s.cacheRead(shared.tensor, 'register', { [own]: tiles });
  const elements = copy.loop(`d${own}3`);
  const lanes = widths(tiles[2])[0];
  const [vectors, lane] = copy.split(elements, lanes, 'min');
  const others = copy.loops.filter((l) => l !== lane);
  copy.reorder(...others, lane);
  return copy.unroll(...others.filter((l) => l !== vectors), vectors).vectorize(lane, lanes);
}

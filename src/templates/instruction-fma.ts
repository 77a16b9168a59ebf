/**
 * Multiply-adds of threads, for all types: a thread computes a register tile of a block. Its elements may lie in
 * strided parts (virtual threads), so that neighbours read neighbouring banks. CUTLASS names such kernels SIMT.
 */
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { compose, repeat, spatial, type TaskMapping } from '../ir/task-mapping.js';
import { elementBytes } from '../ir/tensor.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import { isConverted, unrollInnermost } from './gpu-copies.js';
import type { Instruction, TiledProblem } from './instruction.js';
import type { OperandLayout } from './product-view.js';
import { warpLanes } from './tensor-cores.js';
import { blockOf, bufferCounts, partCounts, upTo } from './reduction-blocks.js';
import type { TiledOperand } from './reduction-blocks.js';
import { copyVectors, fitsVectors, loadsAtStep, oddVectors, vectorBytes, vectorsOf, widest } from './vector-copies.js';

function defineKnobs({ gpu, view: { rows, columns, k, dtype }, layouts }: TiledProblem) {
  return (
    new SpaceBuilder()
      // Threads of a block along rows and columns of the result.
      .choice('threads_m', upTo(rows, [1, 2, 4, 8, 16, 32]))
      .choice('threads_n', upTo(columns, [4, 8, 16, 32, 64]))
      // Elements of a thread that are contiguous.
      .choice('tile_m', upTo(rows, [1, 2, 4, 8]))
      .choice('tile_n', upTo(columns, [1, 2, 4, 8]))
      // Strided parts of a thread's tile, each as large as all threads' elements together.
      .choice('vthread_m', upTo(rows, [1, 2, 4]))
      .choice('vthread_n', upTo(columns, [1, 2, 4]))
      .choice('block_k', upTo(k, [4, 8, 16, 32, 64]))
      .choice('vector_a', vectorsOf('a', dtype, layouts))
      .choice('vector_b', vectorsOf('b', dtype, layouts))
      // Elements behind each step of the operands in shared memory.
      .choice('pad', [0, vectorBytes / elementBytes(dtype)])
      .choice('unroll_k', [1, 4, 16])
      .choice('order', ['mn', 'nm'])
      .choice('buffers', bufferCounts(gpu, k, 4))
      .choice('split_k', partCounts(k))
      .constraint(`a block has 32 to ${gpu.threadsPerBlock} threads`, (c) => {
        const threads = c.threads_m * c.threads_n;
        return threads <= gpu.threadsPerBlock && (threads >= gpu.warp || rows * columns < gpu.warp);
      })
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

/**
 * `otherRegisters`: those of a thread that hold no accumulators or operands: addresses, counters, what a copy holds.
 */
export function multiplyAdd(otherRegisters: number): Instruction<Knobs> {
  return {
    name: 'simt',
    summary: 'tiles in shared memory, register tiles of threads and virtual threads',
    version: 3,
    dtypes: isConverted,
    lacking: () => undefined,

    knobs: defineKnobs,
    limits: ({ view: { k, dtype } }) => [
      {
        sentence: oddVectors,
        test: (c, layouts) => fitsVectors(c, layouts, blockOf(mappingOf(c)), Math.min(c.block_k, k), threadsOf(c)),
      },
      {
        // cp.async transposes single words only: lanes that have vectors each would ask for the same words, further
        // apart.
        sentence: 'words that are transposed by a pipelined copy are copied one at a time',
        test: (c, { a, b }) => {
          const fits = ({ along }: OperandLayout, vector: number): boolean => along === 'own' || vector === 1;
          return c.buffers === 1 || elementBytes(dtype) < 4 || (fits(a, c.vector_a) && fits(b, c.vector_b));
        },
      },
      {
        sentence: 'the code unrolls less than four times the steps of a block',
        test: (c) => c.unroll_k < 4 * c.block_k,
      },
    ],
    smallest: { m: 1, n: 4 },
    mappingOf,
    threadsOf,
    registersOf: (c) => {
      const [m = 1, n = 1] = mappingOf(c).tasks;
      return m * n + m + n + otherRegisters;
    },
    tooManyRegisters: 'accumulators and operands must fit the registers',
    sharedBytes: (c, { dtype }) => {
      const { m, n } = blockOf(mappingOf(c));
      return c.buffers * elementBytes(dtype) * c.block_k * (m + n + 2 * c.pad);
    },

    list: {
      varied: ['threads_m', 'threads_n', 'tile_m', 'tile_n', 'vthread_m', 'vthread_n'],
      others: (_, { gpu, view: { k, dtype } }, { a, b }) => {
        const block_k = upTo(k, [4, 8, 16]).at(-1)!;
        const buffers = Math.min(2, bufferCounts(gpu, k, block_k).at(-1)!);
        const vectorOf = ({ along, run }: OperandLayout): number =>
          along === 'sum' && buffers > 1 && elementBytes(dtype) === 4 ? 1 : widest(dtype, run);
        return {
          block_k,
          vector_a: vectorOf(a),
          vector_b: vectorOf(b),
          pad: [a, b].some(({ along }) => along === 'sum') ? vectorBytes / elementBytes(dtype) : 0,
          unroll_k: block_k > 4 ? 16 : 4,
          order: 'mn',
          buffers,
        };
      },
      rate: () => 128,
      // Threads of a warp are neighbours along columns; what several of them read comes once.
      reads: (c) => {
        const { m, n } = blockOf(mappingOf(c));
        const across = Math.min(warpLanes, c.threads_n);
        return m * (c.threads_n / across) + (n * c.threads_m) / (warpLanes / across);
      },
      loads: (c) => loadsAtStep(c, blockOf(mappingOf(c))),
    },

    runBy: 'thread',
    spans: { rows: 0, columns: 0 },
    arrange: (product, [[vi, vj], [ti, tj], [i, j]], { columns }, knobs) => {
      const lanes = widest(product.tensor.dtype, columns, knobs.tile_n);
      const [vectors, lane] = product.split(j, lanes, 'min');
      product.vthread(vi, vj).unroll(i, vectors).vectorize(lane, lanes);
      return { threads: [[ti], [tj]], elements: [vi, i, vj, vectors, lane] };
    },
    store: (shared, { batch, own, sum }, { pad }) => {
      shared.store([...batch, sum, own]).pad(batch.length + 1, pad);
    },
    copy: (shared, operand, knobs) => copyVectors(shared, operand, threadsOf(knobs), knobs),
    read: readRegisters,
  };
}

/** Of a product of matrices, whose operands keep the layout that they were given in. */
export const fma = multiplyAdd(32);

function mappingOf(c: Knobs): TaskMapping {
  return compose(repeat(c.vthread_m, c.vthread_n), spatial(c.threads_m, c.threads_n), repeat(c.tile_m, c.tile_n));
}

function threadsOf(c: Knobs): number[] {
  return [c.threads_m, c.threads_n];
}

/** What a thread multiplies at a step of the sum, brought into registers as vectors. */
export function readRegisters(s: Schedule, shared: Stage, { own }: TiledOperand, parts: readonly number[]): Stage {
  const copy = s.cacheRead(shared.tensor, 'register', { [own]: parts });
  return unrollInnermost(copy, copy.loops, copy.loop(`d${own}3`), widest(shared.tensor.dtype, parts.at(-1)!));
}

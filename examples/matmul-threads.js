// A template of your own for GPUs: a block of threads computes a tile of the product, each thread a part of it in its
// registers, from tiles of the operands that the block copies to its shared memory.
//
//   bin/tune contract examples/matmul-threads.js                             is it right? (emulated where no GPU is)
//   bin/tune matmul --template examples/matmul-threads.js --target cuda      how fast is it?
import { defineTemplate, matmul, Schedule, SpaceBuilder } from 'tune';

export const template = defineTemplate({
  name: 'matmul.threads',
  operator: 'matmul',
  version: 1,
  summary: 'register tiles of threads, operands in shared memory',
  // A grid of blocks of threads.
  target: 'simt',
  tolerance: 1e-4,

  define: (_, { gpu }) =>
    new SpaceBuilder()
      // Threads of a block along rows and columns of the result, and the register tile of each.
      .choice('threads_m', [2, 4, 8, 16])
      .choice('threads_n', [8, 16, 32])
      .choice('rows', [1, 2, 4, 8])
      .choice('columns', [1, 2, 4])
      // Steps of the sum whose operands are in shared memory at once.
      .choice('block_k', [4, 8, 16, 32])
      .constraint(`a block has ${gpu.warp} to ${gpu.threadsPerBlock} threads`, (knobs) => {
        const threads = knobs.threads_m * knobs.threads_n;
        return threads >= gpu.warp && threads <= gpu.threadsPerBlock;
      })
      .constraint(`the tiles of the operands must fit the ${gpu.sharedPerBlock} bytes of shared memory`, (knobs) => {
        const across = knobs.threads_m * knobs.rows + knobs.threads_n * knobs.columns;
        return 4 * knobs.block_k * across <= gpu.sharedPerBlock;
      })
      .build(),

  schedule: (workload, _, knobs) => {
    const schedule = new Schedule(matmul.computation(workload));
    const [a, b] = schedule.computation.inputs;
    const c = schedule.output;
    // The sums lie as threads hold them: rows of a thread side by side, columns as far apart as there are threads, so
    // that neighbouring threads read and write neighbouring elements.
    const tiles = { 0: [knobs.threads_m, knobs.rows], 1: [knobs.columns, knobs.threads_n] };
    const sums = schedule.cacheWrite(c, 'register', tiles);
    const copies = [a, b].map((operand) => schedule.cacheRead(operand, 'shared'));

    // Blocks, threads, register tiles. 'guard' has the threads beyond the edge of the result do nothing.
    const [i, j] = c.loopsOver('i', 'j');
    const [blockRow, rowInBlock] = c.split(i, knobs.threads_m * knobs.rows, 'guard');
    const [blockColumn, columnInBlock] = c.split(j, knobs.threads_n * knobs.columns, 'guard');
    const [threadRow, row] = c.split(rowInBlock, knobs.rows, 'guard');
    const [column, threadColumn] = c.split(columnInBlock, knobs.threads_n, 'guard');
    c.reorder(blockRow, blockColumn, threadRow, threadColumn, row, column);
    c.bind(c.fuse(blockRow, blockColumn), 'blockX').bind(threadRow, 'threadY').bind(threadColumn, 'threadX');
    c.unroll(row, column);

    // The sums of a thread: a block of steps at a time, for which all threads copy their share of the operands.
    sums.computeAt(c, threadColumn);
    const k = sums.loop('k');
    const elements = sums.loops.filter((loop) => loop !== k);
    // 'zero' lets the last block of steps run over its end: copies are zero outside of what they copy.
    const [steps, step] = sums.split(k, knobs.block_k, 'zero');
    sums.reorder(steps, step, ...elements).unroll(...elements);
    for (const copy of copies) {
      copy.computeAt(sums, steps);
      const all = copy.loops.reduce((outer, inner) => copy.fuse(outer, inner));
      const [others, threadX] = copy.split(all, knobs.threads_n, 'guard');
      const [, threadY] = copy.split(others, knobs.threads_m, 'guard');
      copy.bind(threadY, 'threadY').bind(threadX, 'threadX');
    }
    return schedule;
  },
});

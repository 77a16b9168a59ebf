// A template of your own for an operator that `tune` has: a product of matrices by a register tile, nothing packed.
//
//   bin/tune contract examples/matmul-rows.js                    is it right, whatever the shape?
//   bin/tune matmul --template examples/matmul-rows.js           how fast is it?
import { defineTemplate, matmul, Schedule, SpaceBuilder } from 'tune';

export const template = defineTemplate({
  // Stands in logs. Raise `version` when the meaning of a knob changes: old records are then distinct from new ones.
  name: 'matmul.rows',
  operator: 'matmul',
  version: 1,
  summary: 'a register tile, all operands read in place',
  // 'simd' is for CPUs: cores with vectors. 'simt' is for GPUs.
  target: 'simd',

  // Why it cannot serve a workload, as a clause, or undefined where it can.
  refuses: (workload) =>
    matmul.shapeOf(workload).transB ? 'B must be [k, n], so that rows of it are vectors' : undefined,

  // The space: knobs with their values, and constraints, which say what is known to be wrong without a compiler.
  define: (workload, { vector, threads }) => {
    const { m } = matmul.shapeOf(workload);
    return (
      new SpaceBuilder()
        // The register tile: rows of the result, and vectors of its columns.
        .choice(
          'rows',
          [1, 2, 3, 4, 6, 8, 12].filter((rows) => rows <= m),
        )
        .choice('vectors', [1, 2, 3, 4])
        // Steps of the sum that are unrolled.
        .choice('unroll', [1, 2, 4])
        .choice('parallel', threads > 1 ? ['rows', 'none'] : ['none'])
        .constraint(
          `the tile and what feeds it must fit the ${vector.registers} vector registers`,
          (knobs) => knobs.rows * knobs.vectors + knobs.vectors + 1 <= vector.registers,
        )
        .build()
    );
  },

  // One config of the space as a schedule. It begins as the plain loops of C[i, j] = sum over k of A[i, k] · B[k, j].
  schedule: (workload, { vector: { lanes } }, knobs) => {
    const schedule = new Schedule(matmul.computation(workload));
    const c = schedule.output;
    // The sums move into a stage of their own, which lives in registers; `c` stores what they come to.
    const sums = schedule.cacheWrite(c, 'register');

    // Tiles of the result. 'peel' makes the last, shorter tile code of its own, with constant extents.
    const [i, j] = c.loopsOver('i', 'j');
    const [rowTiles, row] = c.split(i, knobs.rows, 'peel');
    const [columnTiles, column] = c.split(j, knobs.vectors * lanes, 'peel');
    const [vectors, lane] = c.split(column, lanes, 'min');
    c.reorder(rowTiles, columnTiles, row, vectors, lane);
    c.unroll(row, vectors).vectorize(lane, lanes);
    if (knobs.parallel === 'rows') c.parallel(rowTiles);

    // The sums of a tile are made where the tile is: a step of k adds one row of B to every row of the tile.
    sums.computeAt(c, columnTiles);
    const [sumRow, sumColumn, k] = sums.loopsOver('i', 'j', 'k');
    const [sumVectors, sumLane] = sums.split(sumColumn, lanes, 'min');
    sums.reorder(k, sumRow, sumVectors, sumLane);
    sums.unroll(sumRow, sumVectors).vectorize(sumLane, lanes).unrollBy(k, knobs.unroll);
    return schedule;
  },
});

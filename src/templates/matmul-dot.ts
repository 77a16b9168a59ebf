/**
 * Products of matrices whose operands are contiguous along k (A as [m, k], B as [n, k] or of one column): vectors run
 * along the sum, and every element is read once in a long run. A register tile of dot products is added across its
 * vectors at the end. A as [k, m] is copied first.
 */
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Loop } from '../ir/loop.js';
import type { TensorOperator, Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import { emptyParts, fillsGrid, gridOf, threadGrids } from './blocks.js';
import { defineTemplate } from './define-template.js';
import { isContiguousAlongSum, operandsOf, splitTiles, viewOf } from './product-view.js';
import type { Operand, ProductView } from './product-view.js';
import {
  maxUnrolled,
  unrolledIterations,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
  tooMuchCode,
} from './register-tile.js';
import type { SimdTarget } from '../target/target.js';
import type { ScheduleTemplate } from './template.js';
import { tileInVectors } from './vector-axis.js';

function defineKnobs(workload: Workload, { threads }: SimdTarget) {
  const { batch, rows, columns } = viewOf(workload);
  return (
    new SpaceBuilder()
      // Dot products that are computed at once: rows and columns of the result.
      .choice('tile_m', tileSizes(rows, [1, 2, 3, 4, 6, 8], 8))
      .choice('tile_n', tileSizes(columns, [1, 2, 3, 4, 5, 6, 8, 12, 16, 24], 24))
      // Which loop over tiles is the inner one.
      .choice('inner', ['m', 'n'])
      // Vectors along k that the innermost loop unrolls.
      .choice('unroll_k', [1, 2, 4])
      // Parts of the result that threads share, rows x columns.
      .choice('threads', threadGrids(threads, batch, [rows, columns]))
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export function dot(operator: TensorOperator): ScheduleTemplate<SimdTarget> {
  return defineTemplate({
    name: `${operator.name}.dot`,
    operator: operator.name,
    target: 'simd',
    summary: 'vectors along the sum, for a B that is read in place',
    version: 1,

    refuses: (workload, { vector: { lanes } }) => {
      if (!isContiguousAlongSum(workload).columns) return 'its larger input must be contiguous along k, B as [n, k]';
      return viewOf(workload).k < lanes ? `its sums are shorter than a vector of ${lanes}` : undefined;
    },

    define: (workload, target) => {
      const { rows, columns } = viewOf(workload);
      const unit = target.vector;
      return defineKnobs(workload, target)
        .constraint(tooManyRegisters(unit), (c) => tileRegisters(c.tile_m, c.tile_n) <= unit.registers)
        .constraint(emptyParts, (c) => {
          return fillsGrid(c.threads, [Math.ceil(rows / c.tile_m), Math.ceil(columns / c.tile_n)]);
        })
        .constraint(
          tooMuchCode,
          (c) => unrolledIterations(rows, c.tile_m) * unrolledIterations(columns, c.tile_n) <= maxUnrolled(unit),
        )
        .build();
    },

    schedule: (workload, { vector: { lanes } }, knobs) => {
      const view = viewOf(workload);
      const s = new Schedule(operator.computation(workload));
      if (!isContiguousAlongSum(workload).rows) transposeRows(operandsOf(s, workload)[0], s);
      const c = s.output;
      const total = s.cacheWrite(c, 'register');
      const { partial, rest } = s.rfactor(total, 'k', lanes, 'register');
      const tile = tileOutput(c, view, knobs, lanes);
      for (const stage of [partial, ...(rest ? [rest] : []), total]) stage.computeAt(c, tile);
      addAlong(partial, view, knobs, lanes);
      addAcross(total, view, lanes);
      if (rest) addRest(rest, view, lanes);
      return s;
    },
  });
}

/** The rows' operand in a copy that is contiguous along k. */
function transposeRows({ tensor, batch, own, sum }: Operand, s: Schedule): void {
  s.pack(tensor, [...batch, own, sum]);
}

/** for parts of the result (shared by threads): for tiles: the tile's rows, and vectors of its columns. */
function tileOutput(c: Stage, view: ProductView, knobs: Knobs, width: number): Loop {
  const { parts, i, j, iTiles, jTiles } = splitTiles(c, view, {
    tile: [knobs.tile_m, knobs.tile_n],
    grid: gridOf(knobs.threads),
  });
  const [outerTile, tile] = knobs.inner === 'm' ? [jTiles, iTiles] : [iTiles, jTiles];
  tileInVectors(c, [...parts, outerTile, tile], [i], j, width);
  if (knobs.threads !== 'none') c.parallel(parts.reduce((a, b) => c.fuse(a, b)));
  return tile;
}

/** Each dot product in the lanes of a vector. */
function addAlong(partial: Stage, { row, column }: ProductView, { unroll_k }: Knobs, width: number): void {
  const [k, i, j, lane] = [partial.loop('ko'), partial.loop(row), partial.loop(column), partial.loop('lane')];
  partial.reorder(k, i, j, lane);
  partial.unroll(i, j).vectorize(lane, width).unrollBy(k, unroll_k);
}

/** The lanes of every vector, for as many columns at once as a vector has lanes: their registers are transposed. */
function addAcross(total: Stage, { row, column }: ProductView, width: number): void {
  const [lane, i] = [total.loop('lane'), total.loop(row)];
  const [vectors, lanes] = total.split(total.loop(column), width, 'min');
  total.reorder(i, vectors, lane, lanes);
  total.unroll(i, vectors, lane).vectorize(lanes, width);
}

/** What does not fill a vector of the sum. */
function addRest(rest: Stage, { row, column }: ProductView, width: number): void {
  tileInVectors(rest, [rest.loop('kr')], [rest.loop(row)], rest.loop(column), width);
}

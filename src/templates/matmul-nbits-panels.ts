/**
 * Products with weights in few bits: panels of columns, whose weights, scales and zero points lie side by side in the
 * order in which a register tile reads them, once for each tile of rows. Vectors of weights become floats in registers;
 * what a block adds up to is scaled there. One row reads a panel in one long run and waits for memory alone.
 */
import type { PackedDim } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { cutGrids, repeat } from '../ir/task-mapping.js';
import { matmulNBits, matmulNBitsShape } from '../operator/matmul-nbits.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import type { VectorUnit } from '../target/vector-unit.js';
import { defineTemplate } from './define-template.js';
import { isOnCpu } from './narrow.js';
import { maxUnrolled, tileSizes, tooManyRegisters, tooMuchCode, unrolledIterations } from './register-tile.js';
import { alongRow, inVectors, tileInVectors } from './vector-axis.js';

const heights = [1, 2, 3, 4, 5, 6, 8];
const widths = [1, 2, 3, 4, 5, 6, 8];

function defineKnobs(workload: Workload, { vector: { lanes }, threads }: SimdTarget) {
  const { m, n, bits, block } = matmulNBitsShape(workload);
  const bytes = (block * bits) / 8;
  return (
    new SpaceBuilder()
      // Register tile: rows of the result, and vectors of its columns.
      .choice('tile_m', tileSizes(m, heights, 8))
      .choice('tile_n', tileSizes(Math.ceil(n / lanes), widths, 8))
      // Bytes of a block that the innermost loop unrolls.
      .choice('unroll_k', [1, 2, 4, 8].filter((count) => count <= bytes) as [number, ...number[]])
      // Bytes along the sum by which weights are asked for before they are read; 0 leaves it to the machine.
      .choice('prefetch', [0, 16, 32, 64])
      // What threads share: panels of columns, or nothing.
      .choice('parallel', threads > 1 ? ['panels', 'none'] : ['none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const matmulNBitsPanels = defineTemplate({
  name: 'matmul_nbits.panels',
  operator: 'matmul_nbits',
  target: 'simd',
  summary: 'panels of columns whose weights become floats in registers',
  version: 1,
  dtypes: (type) => isOnCpu(type) && type.kind === 'floating',

  define: (workload, target) => {
    const { m, n } = matmulNBitsShape(workload);
    const { vector: unit } = target;
    return defineKnobs(workload, target)
      .constraint(tooManyRegisters(unit), (c) => registersOf(c.tile_m, c.tile_n) <= unit.registers)
      .constraint(tooMuchCode, (c) => {
        const vectors = Math.ceil(unrolledIterations(n, c.tile_n * unit.lanes) / unit.lanes);
        return unrolledIterations(m, c.tile_m) * vectors <= maxUnrolled(unit);
      })
      .build();
  },

  suggestions: (workload, { vector: unit, threads }): Knobs[] => {
    const { m, n, bits, block } = matmulNBitsShape(workload);
    const tile = cheapestTile(m, Math.ceil(n / unit.lanes), unit);
    const unroll_k = [4, 2, 1].find((count) => ((block * bits) / 8) % count === 0)!;
    return [{ ...tile, unroll_k, prefetch: 0, parallel: threads > 1 ? 'panels' : 'none' }];
  },

  work: (workload, { vector: unit }) => {
    const { m, n, k } = matmulNBitsShape(workload);
    const vectors = Math.ceil(n / unit.lanes);
    return 2 * n * k * instructionsOf(m, cheapestTile(m, vectors, unit));
  },

  schedule: (workload, { vector: { lanes } }, knobs: Knobs) => {
    const { block } = matmulNBitsShape(workload);
    const s = new Schedule(matmulNBits.computation(workload));
    const [padded, totals, products] = ['padded', 'totals', 'products'].map((name) =>
      s.stages.find(({ tensor }) => tensor.name === name)!,
    ) as [Stage, Stage, Stage];
    const weights = packColumns(s, knobs.tile_n * lanes);
    inVectors(padded, padded.loop('t'), lanes, 1);
    addUp(s, totals, block, lanes);
    const sums = s.cacheWrite(s.output, 'register');
    sums.computeAt(s.output, tileOutput(s.output, knobs, lanes));
    const b = sums.loop('b');
    tileInVectors(sums, [b], [sums.loop('i')], sums.loop('j'), lanes);
    products.scope = 'register';
    products.computeAt(sums, b);
    const [t, f] = products.loopsOver('t', 'f');
    tileInVectors(products, [t], [f, products.loop('i')], products.loop('j'), lanes);
    products.unrollBy(t, knobs.unroll_k);
    if (knobs.prefetch > 0) products.prefetch(weights.tensor, t, knobs.prefetch);
    return s;
  },
});

/** Sums of blocks and of the tile, and a vector of weights for each of its columns beside an element of A. */
function registersOf(rows: number, vectors: number): number {
  return 2 * rows * vectors + vectors + 1;
}

/** For each vector of weights: three as they become floats, one for an element of A, one for a product. */
function instructionsOf(m: number, { tile_m, tile_n }: Pick<Knobs, 'tile_m' | 'tile_n'>): number {
  return (Math.ceil(m / tile_m) * (3 * tile_n + tile_m + tile_m * tile_n)) / tile_n;
}

/** What takes the fewest instructions. */
function cheapestTile(m: number, vectors: number, unit: VectorUnit): Pick<Knobs, 'tile_m' | 'tile_n'> {
  const tiles = heights.flatMap((tile_m) => widths.map((tile_n) => ({ tile_m, tile_n })));
  const fits = tiles.filter(
    ({ tile_m, tile_n }) => tile_m <= m && tile_n <= vectors && registersOf(tile_m, tile_n) <= unit.registers,
  );
  return fits.toSorted((a, b) => instructionsOf(m, a) - instructionsOf(m, b))[0]!;
}

/** Weights, scales and zero points in panels. Returns that of the weights. */
export function packColumns(s: Schedule, tile: number): Stage {
  const panels = s.computation.constants.map((tensor) => {
    const [outer, inner] = (['outer', 'inner'] as const).map((part): PackedDim => ({ dim: 0, part, tile }));
    const along = tensor.shape.slice(1).map((_, d) => d + 1);
    return s.pack(tensor, [outer!, ...along, inner!], 'prepacked');
  });
  return panels[0]!;
}

/** The sums of A's blocks, in vectors along each. */
function addUp(s: Schedule, totals: Stage, block: number, lanes: number): void {
  const reduced = s.cacheWrite(totals, 'register');
  alongRow(s, reduced, 't', { reduced: block, lanes, out: totals, place: totals.loop('b') });
}

/** for panels of columns (shared by threads): for tiles of rows. Returns the inner loop. */
function tileOutput(out: Stage, { tile_m, tile_n, parallel }: Knobs, lanes: number): Loop {
  const axes = out.loopsOver('i', 'j');
  const [[tile, panel], [row, inPanel]] = cutGrids(out, axes, repeat(tile_m, tile_n * lanes), 'peel');
  tileInVectors(out, [panel, tile], [row], inPanel, lanes);
  if (parallel === 'panels') out.parallel(panel);
  return tile;
}

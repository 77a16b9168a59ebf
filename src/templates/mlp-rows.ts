/**
 * mlp: for each block of rows, computes a block of the hidden columns with their tail, then adds their products to the
 * output, so that hidden values stay in the cache (the persistent kernels of Xing et al., Bolt, MLSys 2022, whose tile
 * of the first product stays in registers or shared memory, on the caches of a CPU). Both products are register tiles
 * of rows × columns, and weights are prepacked in panels.
 */
import type { Layout } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { computedIn } from '../ir/tensor.js';
import { mlp, mlpShape, type MlpShape } from '../operator/mlp.js';
import { elementTypeOf, type Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { evenBlocks } from './blocks.js';
import { defineTemplate } from './define-template.js';
import { isNarrow, isOnCpu } from './narrow.js';
import {
  maxUnrolled,
  promisingTiles,
  type RegisterTile,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
  tooMuchCode,
  unrolledIterations,
} from './register-tile.js';
import { tileInVectors } from './vector-axis.js';

const heights = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];
const widths = [1, 2, 3, 4, 6];

function defineKnobs(workload: Workload, { vector: { lanes }, threads }: SimdTarget) {
  const { m, k, hidden, n } = mlpShape(workload);
  const narrow = isNarrow(elementTypeOf(workload));
  const vectorsOf = (columns: number): number => Math.ceil(columns / lanes);
  return (
    new SpaceBuilder()
      // Rows that both products compute in turns, and the columns between that they do so with, in whole tiles of the
      // first.
      .choice('rows', evenBlocks(m, 16, 256))
      .choice('block_h', narrow ? [hidden] : evenBlocks(hidden, 32, 1024))
      // Register tiles of both: rows, and vectors of columns.
      .choice('first_m', tileSizes(m, heights, 14))
      .choice('first_n', tileSizes(vectorsOf(hidden), widths, 1))
      .choice('tile_m', tileSizes(m, heights, 14))
      .choice('tile_n', tileSizes(vectorsOf(n), widths, 1))
      // Terms that the first sums up in registers at a time, so that a panel of its weights stays in L1.
      .choice('block_k', evenBlocks(k, 64, 1024))
      // The data: as they lie, or rows of a block in panels of the tile's.
      .choice('pack_a', narrow ? ['panels'] : ['none', 'panels'])
      // Which loop over the tiles of a block is the inner one.
      .choice('inner', ['m', 'n'])
      .choice('unroll_k', [1, 2, 4])
      // What threads share: blocks of rows, or nothing.
      .choice('parallel', threads > 1 ? ['rows', 'none'] : ['none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const mlpRows = defineTemplate({
  name: 'mlp.rows',
  operator: 'mlp',
  target: 'simd',
  summary: 'both products in turns on some rows, what lies between in the cache',
  version: 1,
  dtypes: (type) => isOnCpu(type) && type.kind === 'floating',

  define: (workload, target) => {
    const { m, hidden, n } = mlpShape(workload);
    const { vector } = target;
    const fitsUnrolled = (c: Knobs, tile: RegisterTile, columns: number): boolean => {
      const vectors = Math.ceil(unrolledIterations(columns, tile.vectors * vector.lanes) / vector.lanes);
      const rows = Math.min(m, inTiles(c.rows, c.first_m));
      return [rows, m % rows].every((some) => unrolledIterations(some, tile.rows) * vectors <= maxUnrolled(vector));
    };
    return defineKnobs(workload, target)
      .constraint(
        tooManyRegisters(vector),
        (c) =>
          tileRegisters(c.first_m, c.first_n) <= vector.registers &&
          tileRegisters(c.tile_m, c.tile_n) <= vector.registers,
      )
      .constraint('a tile has no more rows than a block', (c) => Math.max(c.first_m, c.tile_m) <= c.rows)
      .constraint(
        tooMuchCode,
        (c) =>
          fitsUnrolled(c, { rows: c.first_m, vectors: c.first_n }, hidden) &&
          fitsUnrolled(c, { rows: c.tile_m, vectors: c.tile_n }, n),
      )
      .build();
  },

  suggestions: suggest,

  schedule: (workload, { vector: { lanes } }, knobs) => {
    const shape = mlpShape(workload);
    const s = new Schedule(mlp.computation(workload));
    const middle = s.stages.find(({ tensor }) => tensor.name === 'middle')!;
    const out = s.output;
    const [data] = s.computation.inputs;
    const [weights, weights2] = s.computation.constants;
    s.pack(weights!, panels(knobs.first_n * lanes, shape), 'prepacked');
    s.pack(weights2!, panels(knobs.tile_n * lanes, shape), 'prepacked');
    const rows =
      knobs.pack_a === 'none'
        ? undefined
        : s.pack(data!, rowPanels(knobs.first_m), 'workspace', computedIn(data!.dtype));
    const firstSums = s.accumulate(middle, 'k', knobs.block_k, 'register');
    const sums = s.accumulate(out, 'h', inTiles(knobs.block_h, knobs.first_n * lanes), 'register');
    const { rows: block, both, tile } = tileSecond(out, knobs, lanes);
    sums.computeAt(out, tile);
    tileSums(sums, 'h', 'j', knobs, lanes);
    middle.computeAt(out, both);
    firstSums.computeAt(middle, tileFirst(middle, knobs, lanes));
    tileSums(firstSums, 'k', 'h', knobs, lanes);
    rows?.computeAt(out, block);
    return s;
  },
});

function inTiles(extent: number, tile: number): number {
  return Math.ceil(extent / tile) * tile;
}

/** The best register tiles that unroll little enough, of blocks of rows and columns that caches of today hold. */
function suggest(workload: Workload, { vector, threads }: SimdTarget): Knobs[] {
  const { m, k, hidden, n } = mlpShape(workload);
  const narrow = isNarrow(elementTypeOf(workload));
  const tilesOf = (rows: number, columns: number): readonly RegisterTile[] =>
    promisingTiles(rows, Math.ceil(columns / vector.lanes), vector, { widest: 6, bytes: 0 }).map((tile) => {
      return { ...tile, rows: heights.findLast((height) => height <= tile.rows)! };
    });
  const rowsPerThread = Math.max(1, Math.ceil(m / threads));
  const rows = nearestSize(evenBlocks(m, 16, 256), Math.min(rowsPerThread, 64));
  const second = tilesOf(rows, n);
  return tilesOf(rows, hidden).map((first, i): Knobs => {
    const tile = second[Math.min(i, second.length - 1)]!;
    return {
      ...{ rows, block_h: narrow ? hidden : nearestSize(evenBlocks(hidden, 32, 1024), 256) },
      ...{ first_m: first.rows, first_n: first.vectors, tile_m: tile.rows, tile_n: tile.vectors },
      ...{ block_k: nearestSize(evenBlocks(k, 64, 1024), 256), pack_a: narrow ? 'panels' : 'none' },
      ...{ inner: 'm', unroll_k: 4, parallel: threads > 1 && rows < m ? 'rows' : 'none' },
    };
  });
}

function nearestSize(sizes: readonly number[], wanted: number): number {
  return sizes.reduce((a, b) => (Math.abs(Math.log(b / wanted)) < Math.abs(Math.log(a / wanted)) ? b : a));
}

/** [panels of columns][terms][columns of a panel] */
function panels(tile: number, { transB }: MlpShape): Layout {
  const [own, sum] = transB ? [0, 1] : [1, 0];
  return [{ dim: own, part: 'outer', tile }, sum, { dim: own, part: 'inner', tile }];
}

function rowPanels(tile: number): Layout {
  return [{ dim: 0, part: 'outer', tile }, 1, { dim: 0, part: 'inner', tile }];
}

interface Places {
  /** The loop over blocks of rows, or what threads share. */
  readonly rows: Loop;
  /** The loop over blocks of what lies between, or that over rows. */
  readonly both: Loop;
  /** The innermost loop over register tiles. */
  readonly tile: Loop;
}

/** for blocks of rows: for blocks of what lies between: for tiles of the output: one register tile. */
function tileSecond(out: Stage, knobs: Knobs, lanes: number): Places {
  const [rows, inBlock] = out.split(out.loop('i'), inTiles(knobs.rows, knobs.first_m), 'peel');
  const [iTile, i] = out.split(inBlock, knobs.tile_m, 'peel');
  const [jTile, j] = out.split(out.loop('j'), knobs.tile_n * lanes, 'peel');
  const between = out.loops.filter(({ name }) => name === 'ho');
  const tiles = knobs.inner === 'm' ? [jTile, iTile] : [iTile, jTile];
  tileInVectors(out, [rows, ...between, ...tiles], [i], j, lanes);
  if (knobs.parallel === 'rows') out.parallel(rows);
  return { rows, both: between[0] ?? rows, tile: tiles[1]! };
}

/** Tiles of what lies between, for each block of their sums; returns the innermost loop over tiles. */
function tileFirst(middle: Stage, knobs: Knobs, lanes: number): Loop {
  const [iTile, i] = middle.split(middle.loop('i'), knobs.first_m, 'peel');
  const [hTile, h] = middle.split(middle.loop('h'), knobs.first_n * lanes, 'peel');
  const blocks = middle.loops.filter(({ name }) => name === 'ko');
  const tiles = knobs.inner === 'm' ? [hTile, iTile] : [iTile, hTile];
  tileInVectors(middle, [...blocks, ...tiles], [i], h, lanes);
  return tiles[1]!;
}

/** One multiply-add of every accumulator for each term. */
function tileSums(sums: Stage, sum: string, column: string, knobs: Knobs, lanes: number): void {
  const term = sums.loops.find(({ name }) => name === sum || name === `${sum}i`)!;
  tileInVectors(sums, [term], [sums.loop('i')], sums.loop(column), lanes);
  sums.unrollBy(term, knobs.unroll_k);
}

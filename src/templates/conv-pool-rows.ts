/**
 * conv_pool: the rows of a convolution that a few rows of the pool need, in the output channels of a register tile,
 * then the pool of these while they are in the cache: what lies between never reaches memory (as the second operator
 * of Hidet's post-scheduling fusion; Ding et al., ASPLOS 2023). Rows in which windows of two blocks meet are computed
 * twice. Vectors run along output channels.
 */
import type { Layout } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { outputSize } from '../operator/conv2d.js';
import { convolutionOf, convPool, convPoolShape, pooledSizeOf, type ConvPoolShape } from '../operator/conv-pool.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { blockImages, canBlockPair } from './blocked-layout.js';
import { rowsInTurns } from './blocks.js';
import { defineTemplate } from './define-template.js';
import {
  fillsVectors,
  partVectors,
  promisingTiles,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
  unrolledIterations,
} from './register-tile.js';
import { tileInVectors } from './vector-axis.js';

/** Multiply-adds that tiles of the interior, of the border, and shorter ones may unroll. */
const maxUnrolled = 1200;
/** Columns of a kernel, or of a window, that are unrolled. */
const maxTaps = 8;

function defineKnobs(shape: ConvPoolShape, { vector: { lanes }, threads }: SimdTarget) {
  const [rows] = pooledSizeOf(shape);
  const [oh, ow] = outputSize(convolutionOf(shape));
  const widths = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 28];
  const vectors = [1, 2, 3, 4].map((v) => v * lanes);
  return (
    new SpaceBuilder()
      // How images lie in memory: as they are given or, where that is ours to choose, in blocks of channels, of those
      // that blocks fill.
      .choice('layout', canBlockPair(shape, lanes) ? ['given', 'blocks'] : ['given'])
      // Rows of the pool whose rows of the convolution are computed at a time.
      .choice('rows', tileSizes(rows, [1, 2, 4, 7, 8, 14, 16, 28], 16))
      // Register tile of the convolution: output channels, rows and columns.
      .choice('tile_oc', tileSizes(shape.outChannels, vectors, 4 * lanes))
      .choice('tile_oh', tileSizes(oh, [1, 2, 3, 4], 2))
      .choice('tile_ow', tileSizes(ow, widths, 14))
      // Which outer loop comes first: tiles of channels, or blocks of rows.
      .choice('outer', ['oc', 'oh'])
      // The border of the input: taps on it are skipped, or rows, or all of the image, are copied with it.
      .choice('copy', isPadded(shape) ? ['none', 'rows', 'image'] : ['none'])
      // With threads: whether they share the outermost tiles, or those of both kinds.
      .choice('parallel', threads > 1 ? ['outer', 'both', 'none'] : ['none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const convPoolRows = defineTemplate({
  name: 'conv_pool.rows',
  operator: 'conv_pool',
  target: 'simd',
  summary: 'rows of the convolution in turns with the pool that reads them from the cache',
  version: 1,
  saving: 'GFLOPS count products with the padding, which these kernels may skip',

  define: (workload, target) => {
    const shape = convPoolShape(workload);
    const [rows] = pooledSizeOf(shape);
    const [, ow] = outputSize(convolutionOf(shape));
    const { lanes, registers } = target.vector;
    const [, kw] = shape.kernel;
    return defineKnobs(shape, target)
      .constraint(
        tooManyRegisters(target.vector),
        (c) => tileRegisters(c.tile_oh * c.tile_ow, Math.ceil(c.tile_oc / lanes)) <= registers,
      )
      .constraint(partVectors, (c) => fillsVectors(c.tile_oc, shape.outChannels, lanes))
      .constraint('a tile has no more rows than a block needs', (c) => c.tile_oh <= rowsBetween(shape, c.rows))
      .constraint(
        'the border is skipped row by row, by unrolled columns of the kernel',
        (c) => c.copy !== 'none' || !isPadded(shape) || (c.tile_oh === 1 && kw <= maxTaps),
      )
      .constraint(`all kinds of tiles must not unroll more than ${maxUnrolled} multiply-adds`, (c) => {
        const borders = c.copy === 'none' && isPadded(shape) ? 2 : 0;
        const last = rows > c.rows && rows % c.rows > 0 ? rowsBetween(shape, rows % c.rows) : 0;
        const tall = [rowsBetween(shape, c.rows), last].map((r) => (r > 0 ? unrolledIterations(r, c.tile_oh) : 0));
        const pixels = unrolledIterations(ow, c.tile_ow) + borders * c.tile_ow;
        const vectors = Math.ceil(unrolledIterations(shape.outChannels, c.tile_oc) / lanes);
        return (tall[0]! + tall[1]! + borders * c.tile_oh) * pixels * vectors * unrolledTaps(shape, c) <= maxUnrolled;
      })
      .constraint(
        'rows are copied where they come first, for all channels',
        (c) => c.copy !== 'rows' || (c.outer === 'oh' && c.parallel !== 'both'),
      )
      .build();
  },

  suggestions: (workload, target) => suggest(convPoolShape(workload), target),

  schedule: (workload, target, knobs) => {
    const { lanes } = target.vector;
    const shape = convPoolShape(workload);
    const s = new Schedule(convPool.computation(workload));
    s.pack(s.computation.constants[0]!, weightPanels(knobs), 'prepacked');
    if (knobs.layout === 'blocks') blockImages(s, lanes);
    const middle = s.stages.find(({ tensor }) => tensor.name === 'middle')!;
    const [out, sums] = [s.output, s.cacheWrite(middle, 'register')];
    const largest = s.cacheWrite(out, 'register');
    const { rows, both, column } = tilePool(out, knobs, lanes);
    poolWindow(largest, shape, lanes);
    largest.computeAt(out, column);
    middle.computeAt(out, both);
    const tiles = tileMiddle(middle, knobs, lanes);
    sums.computeAt(middle, tiles[1]);
    sumTaps(sums, shape, knobs, lanes);
    placeBorder(s, middle, tiles, { out, rows, knobs, target });
    return s;
  },
});

function isPadded({ pad, poolPad }: ConvPoolShape): boolean {
  return [...pad, ...poolPad].some((p) => p > 0);
}

/** Rows of the convolution that so many of the pool need. */
function rowsBetween({ poolStride, poolKernel }: ConvPoolShape, rows: number): number {
  return (rows - 1) * poolStride[0] + poolKernel[0];
}

/** Taps on a border are left out one by one; elsewhere a loop over them is short enough. */
function unrolledTaps(shape: ConvPoolShape, { copy }: Pick<Knobs, 'copy'>): number {
  return copy === 'none' && isPadded(shape) ? shape.kernel[1] : 1;
}

/** As many rows as the cache keeps, in even blocks, and the best register tiles. */
function suggest(shape: ConvPoolShape, { vector, threads }: SimdTarget): Knobs[] {
  const [pooled] = pooledSizeOf(shape);
  const [, ow] = outputSize(convolutionOf(shape));
  const { lanes } = vector;
  return promisingTiles(ow, Math.ceil(shape.outChannels / lanes), vector).map((tile) => {
    const tile_oc = Math.min(shape.outChannels, tile.vectors * lanes);
    const rows = rowsInTurns(pooled, 4 * ow * tile_oc * shape.poolStride[0], threads);
    return {
      ...{ layout: canBlockPair(shape, lanes) ? 'blocks' : 'given', rows, tile_oc, tile_oh: 1, tile_ow: tile.rows },
      ...{ outer: 'oh', copy: isPadded(shape) ? 'image' : 'none', parallel: threads > 1 ? 'outer' : 'none' },
    } as const;
  });
}

/** [tiles of channels][kh][kw][ic][channels of a tile]. */
function weightPanels({ tile_oc: tile }: Knobs): Layout {
  return [0, { dim: 1, part: 'outer', tile }, 3, 4, 2, { dim: 1, part: 'inner', tile }];
}

interface Places {
  /** The loop over blocks of rows, and that over these and tiles of channels, or what threads share. */
  readonly rows: Loop;
  readonly both: Loop;
  /** The loop over windows of a row. */
  readonly column: Loop;
}

/** for images, blocks of rows and tiles of channels: for rows, columns: a few vectors of windows. */
function tilePool(out: Stage, knobs: Knobs, lanes: number): Places {
  const [n, y, x, c] = out.loopsOver('n', 'y', 'x', 'c');
  const [blocks, row] = out.split(y, knobs.rows, 'peel');
  const [tiles, inTile] = out.split(c, knobs.tile_oc, 'peel');
  const [first, second] = knobs.outer === 'oh' ? [blocks, tiles] : [tiles, blocks];
  tileInVectors(out, [n, first, second, row, x], [], inTile, lanes);
  if (knobs.parallel === 'none') return { rows: blocks, both: second, column: x };
  const some = out.fuse(n, first);
  const shared = knobs.parallel === 'both' ? out.fuse(some, second) : some;
  out.parallel(shared);
  const both = knobs.parallel === 'both' ? shared : second;
  return { rows: knobs.outer === 'oh' || knobs.parallel === 'both' ? shared : blocks, both, column: x };
}

function poolWindow(largest: Stage, { poolKernel }: ConvPoolShape, lanes: number): void {
  const [y, x, py, px] = largest.loopsOver('y', 'x', 'py', 'px');
  tileInVectors(largest, [largest.loop('n'), py, px], [y, x], largest.loop('c'), lanes);
  if (poolKernel[1] <= maxTaps) largest.unroll(px);
}

/** Tiles of rows and of columns of what lies between. */
function tileMiddle(middle: Stage, knobs: Knobs, lanes: number): readonly [Loop, Loop] {
  const [n, g, oh, ow] = middle.loopsOver('n', 'g', 'oh', 'ow');
  const [yTile, y] = middle.split(oh, knobs.tile_oh, 'peel');
  const [xTile, x] = middle.split(ow, knobs.tile_ow, 'peel');
  tileInVectors(middle, [n, g, yTile, xTile], [y, x], middle.loop('oc'), lanes);
  return [yTile, xTile];
}

/** Zero, then for every tap and channel one multiply-add of every accumulator. */
function sumTaps(sums: Stage, shape: ConvPoolShape, knobs: Knobs, lanes: number): void {
  const [n, g, y, x, ic, kh, kw] = sums.loopsOver('n', 'g', 'oh', 'ow', 'ic', 'kh', 'kw');
  // A block of channels at a time, so that addresses inside it are linear.
  const channels = knobs.layout === 'blocks' ? sums.split(ic, lanes, 'min') : [ic];
  tileInVectors(sums, [n, g, kh, kw, ...channels], [y, x], sums.loop('oc'), lanes);
  if (unrolledTaps(shape, knobs) > 1) sums.unroll(kw);
}

interface BorderPlace {
  readonly out: Stage;
  readonly rows: Loop;
  readonly knobs: Knobs;
  readonly target: SimdTarget;
}

function placeBorder(
  s: Schedule,
  middle: Stage,
  tiles: readonly [Loop, Loop],
  { out, rows, knobs, target }: BorderPlace,
): void {
  const padded = s.stages.find(({ tensor }) => tensor.name === 'padded');
  if (!padded) return;
  if (knobs.copy === 'none') {
    s.inline(padded.tensor);
    middle.partition(...tiles);
  } else if (knobs.copy === 'rows') padded.computeAt(out, rows);
  else if (target.threads > 1) padded.parallel(padded.loops.slice(0, 2).reduce((a, b) => padded.fuse(a, b)));
}

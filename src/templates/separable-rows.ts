/**
 * separable: a depthwise convolution of a few rows of the output at a time, all channels of them, and the 1x1
 * convolution that reads these rows while they are in the cache: what lies between never reaches memory (the
 * back-to-back fusion of Xing et al., Bolt, MLSys 2022, on the caches of a CPU). Both are register tiles of pixels ×
 * channels with vectors along channels. The rows lie in blocks of as many channels as a vector has lanes, so that the
 * second reads them in runs, whatever the number of channels.
 */
import type { Layout } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { outputSize } from '../operator/conv2d.js';
import { depthwiseOf, separable, separableShape, type SeparableShape } from '../operator/separable.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { blockImages, canBlockPair } from './blocked-layout.js';
import { rowsInTurns } from './blocks.js';
import { defineTemplate } from './define-template.js';
import {
  fillsVectors,
  maxUnrolled,
  partVectors,
  promisingTiles,
  tallestTile,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
  tooMuchCode,
  unrolledIterations,
} from './register-tile.js';
import { tileInVectors } from './vector-axis.js';

/** Multiply-adds of the first convolution that tiles of the interior, of the border, and shorter ones may unroll. */
const maxUnrolledFirst = 1200;
/** Longest row of taps that is unrolled, and taps in all. */
const maxTaps = { row: 8, all: 25 };

const columns = [1, 2, 3, 4, 5, 6, 7, 8, 14];

function defineKnobs(shape: SeparableShape, { vector: { lanes }, threads }: SimdTarget) {
  const [oh, ow] = outputSize(depthwiseOf(shape));
  const vectors = [1, 2, 3, 4].map((v) => v * lanes);
  return (
    new SpaceBuilder()
      // How images lie in memory: as they are given or, where that is ours to choose, in blocks of channels, of those
      // that blocks fill.
      .choice('layout', canBlockPair(shape, lanes) ? ['given', 'blocks'] : ['given'])
      // Rows of the output that both convolutions compute in turns.
      .choice('rows', tileSizes(oh, [1, 2, 4, 7, 8, 14, 16, 28], 16))
      // Register tile of the first: channels, rows and columns.
      .choice('first_c', tileSizes(shape.inChannels, vectors, lanes))
      .choice('first_oh', tileSizes(oh, [1, 2, 4, 7], 2))
      .choice('first_ow', tileSizes(ow, columns, 8))
      // Register tile of the second: output channels, rows and columns.
      .choice('tile_oc', tileSizes(shape.outChannels, vectors, 4 * lanes))
      .choice('tile_oh', tileSizes(oh, [1, 2, 4, 7], 2))
      .choice('tile_ow', tileSizes(ow, [...columns, 10, 12, 28], 14))
      // Which tiles of the second come one after another: those of pixels, or of channels.
      .choice('inner', ['p', 'oc'])
      // Whether the input rows of a block are copied with their border, or taps on the border are skipped.
      .choice('copy', isPadded(shape) ? ['none', 'rows'] : ['none'])
      // What threads share: images and blocks of rows, or nothing.
      .choice('parallel', threads > 1 ? ['rows', 'none'] : ['none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const separableRows = defineTemplate({
  name: 'separable.rows',
  operator: 'separable',
  target: 'simd',
  summary: 'both convolutions in turns on a few rows, which stay in the cache',
  version: 1,
  saving: 'GFLOPS count products with the padding, which these kernels may skip',

  define: (workload, target) => {
    const shape = separableShape(workload);
    const [oh, ow] = outputSize(depthwiseOf(shape));
    const { lanes, registers } = target.vector;
    return defineKnobs(shape, target)
      .constraint(
        tooManyRegisters(target.vector),
        (c) =>
          tileRegisters(c.first_oh * c.first_ow, Math.ceil(c.first_c / lanes)) <= registers &&
          tileRegisters(c.tile_oh * c.tile_ow, Math.ceil(c.tile_oc / lanes)) <= registers,
      )
      .constraint(
        partVectors,
        (c) => fillsVectors(c.first_c, shape.inChannels, lanes) && fillsVectors(c.tile_oc, shape.outChannels, lanes),
      )
      .constraint('a tile has no more rows than a block', (c) => Math.max(c.first_oh, c.tile_oh) <= c.rows)
      .constraint(
        `all kinds of tiles of the first must not unroll more than ${maxUnrolledFirst} multiply-adds`,
        (c) => {
          const borders = c.copy === 'none' && isPadded(shape) ? 2 : 0;
          const rows = unrolledRows(oh, c.rows, c.first_oh) + borders * c.first_oh;
          const pixels = unrolledIterations(ow, c.first_ow) + borders * c.first_ow;
          const vectors = Math.ceil(unrolledIterations(shape.inChannels, c.first_c) / lanes);
          return rows * pixels * vectors * unrolledTaps(shape) <= maxUnrolledFirst;
        },
      )
      .constraint(tooMuchCode, (c) => {
        const vectors = Math.ceil(unrolledIterations(shape.outChannels, c.tile_oc) / lanes);
        const pixels = unrolledRows(oh, c.rows, c.tile_oh) * unrolledIterations(ow, c.tile_ow);
        return pixels * vectors <= 2 * maxUnrolled(target.vector);
      })
      .build();
  },

  suggestions: (workload, target) => suggest(separableShape(workload), target),

  schedule: (workload, target, knobs) => {
    const { lanes } = target.vector;
    const shape = separableShape(workload);
    const s = new Schedule(separable.computation(workload));
    const { constants } = s.computation;
    s.pack(constants[0]!, firstPanels(lanes), 'prepacked');
    s.pack(
      constants[1]!,
      [{ dim: 0, part: 'outer', tile: knobs.tile_oc }, 1, { dim: 0, part: 'inner', tile: knobs.tile_oc }],
      'prepacked',
    );
    if (knobs.layout === 'blocks') blockImages(s, lanes);
    const middle = s.stages.find(({ tensor }) => tensor.name === 'middle')!;
    const [out, firstSums] = [s.output, s.cacheWrite(middle, 'register')];
    const sums = s.cacheWrite(out, 'register');
    const { block, tile } = tileSecond(out, knobs, lanes);
    sumSecond(sums, lanes);
    sums.computeAt(out, tile);
    middle.computeAt(out, block);
    firstSums.computeAt(middle, tileFirst(s, middle, shape, knobs, lanes));
    sumFirst(firstSums, shape, lanes);
    if (knobs.copy === 'rows') s.stages.find(({ tensor }) => tensor.name === 'padded')!.computeAt(out, block);
    return s;
  },
});

function isPadded({ pad }: SeparableShape): boolean {
  return pad.some((p) => p > 0);
}

/** Rows that are unrolled of blocks and of the shorter last one. */
function unrolledRows(oh: number, rows: number, tile: number): number {
  const last = oh % rows;
  return unrolledIterations(rows, tile) + (oh > rows && last > 0 ? unrolledIterations(last, tile) : 0);
}

function unrolledTaps({ kernel: [kh, kw] }: SeparableShape): number {
  return (kw <= maxTaps.row ? kw : 1) * (isUnrolled([kh, kw]) ? kh : 1);
}

function isUnrolled([kh, kw]: readonly [number, number]): boolean {
  return kw <= maxTaps.row && kh * kw <= maxTaps.all;
}

/** As many rows as the cache keeps, in even blocks, and the best register tiles of the second. */
function suggest(shape: SeparableShape, { vector, threads }: SimdTarget): Knobs[] {
  const [oh, ow] = outputSize(depthwiseOf(shape));
  const { lanes } = vector;
  const rows = rowsInTurns(oh, 4 * ow * shape.inChannels, threads);
  const common = {
    layout: canBlockPair(shape, lanes) ? 'blocks' : 'given',
    rows,
    first_c: Math.min(shape.inChannels, lanes),
    first_oh: Math.min(rows, 2),
    first_ow: Math.min(ow, 6),
    inner: 'p',
    copy: 'none',
    parallel: threads > 1 ? 'rows' : 'none',
  } as const;
  const best = promisingTiles(ow, Math.ceil(shape.outChannels / lanes), vector).map((tile) => {
    // Short rows are summed several at a time.
    const tall = tile.rows < ow ? 1 : Math.floor(tallestTile(tile.vectors, vector.registers) / tile.rows);
    const tile_oc = Math.min(shape.outChannels, tile.vectors * lanes);
    return { ...common, tile_oc, tile_oh: Math.min(rows, tall), tile_ow: tile.rows };
  });
  // Where kernels are large or borders wide, those unroll too much.
  const single = { rows: 1, first_oh: 1, first_ow: 1, tile_oh: 1, tile_ow: 1 } as const;
  return [...best, { ...common, ...single, tile_oc: Math.min(shape.outChannels, lanes) }];
}

/** [blocks of channels][kh][kw][channels of a block]. */
function firstPanels(tile: number): Layout {
  return [{ dim: 0, part: 'outer', tile }, 3, 4, { dim: 0, part: 'inner', tile }, 1, 2];
}

interface Places {
  /** The loop over blocks of rows, or what threads share. */
  readonly block: Loop;
  /** The innermost loop over register tiles. */
  readonly tile: Loop;
}

/** for images, blocks of rows: for tiles of the block: one register tile. */
function tileSecond(out: Stage, knobs: Knobs, lanes: number): Places {
  const [n, oh, ow, oc] = out.loopsOver('n', 'oh', 'ow', 'oc');
  const [blocks, inBlock] = out.split(oh, knobs.rows, 'peel');
  const [yTile, y] = out.split(inBlock, knobs.tile_oh, 'peel');
  const [xTile, x] = out.split(ow, knobs.tile_ow, 'peel');
  const [ocTile, inTile] = out.split(oc, knobs.tile_oc, 'peel');
  const tiles = knobs.inner === 'p' ? [ocTile, yTile, xTile] : [yTile, xTile, ocTile];
  tileInVectors(out, [n, blocks, ...tiles], [y, x], inTile, lanes);
  const tile = tiles.at(-1)!;
  if (knobs.parallel === 'none') return { block: blocks, tile };
  const shared = out.fuse(n, blocks);
  out.parallel(shared);
  return { block: shared, tile };
}

/** One multiply-add of every accumulator for each channel, a block of these at a time: its addresses are linear. */
function sumSecond(sums: Stage, lanes: number): void {
  const [y, x, oc, c] = sums.loopsOver('oh', 'ow', 'oc', 'c');
  tileInVectors(sums, [sums.loop('n'), ...sums.split(c, lanes, 'min')], [y, x], oc, lanes);
}

/** Tiles of the rows between, and where the border is; returns the innermost loop over tiles. */
function tileFirst(s: Schedule, middle: Stage, shape: SeparableShape, knobs: Knobs, lanes: number): Loop {
  const [n, oh, ow, g] = middle.loopsOver('n', 'oh', 'ow', 'g');
  const [cTile, inTile] = middle.split(g, knobs.first_c, 'peel');
  const [yTile, y] = middle.split(oh, knobs.first_oh, 'peel');
  const [xTile, x] = middle.split(ow, knobs.first_ow, 'peel');
  tileInVectors(middle, [n, cTile, yTile, xTile], [y, x], middle.fuse(inTile, middle.loop('oc')), lanes);
  middle.store([0, { dim: 3, part: 'outer', tile: lanes }, 1, 2, { dim: 3, part: 'inner', tile: lanes }, 4]);
  if (knobs.copy === 'none' && isPadded(shape)) {
    s.inline(s.stages.find(({ tensor }) => tensor.name === 'padded')!.tensor);
    middle.partition(yTile, xTile);
  }
  return xTile;
}

/** Zero, then for every tap one multiply-add of every accumulator: inputs stay in registers between taps. */
function sumFirst(sums: Stage, { kernel }: SeparableShape, lanes: number): void {
  const [y, x, kh, kw] = sums.loopsOver('oh', 'ow', 'kh', 'kw');
  const channel = sums.fuse(sums.loop('g'), sums.loop('oc'));
  tileInVectors(sums, [sums.loop('n'), sums.loop('ic'), kh, kw], [y, x], channel, lanes);
  if (kernel[1] <= maxTaps.row) sums.unroll(kw);
  if (isUnrolled(kernel)) sums.unroll(kh);
}

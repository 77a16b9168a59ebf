/**
 * conv2d by tiles of groups, for groups of few channels: depthwise convolutions, where a group is one channel, and
 * grouped ones. There is little arithmetic for each element, so what counts is to read the input once, from near, and
 * to keep tests for the border out of the tiles. Where channels are innermost, vectors run along the channels of
 * several groups (each lane picks the input of its own group out of a vector of them) and a register tile is rows ×
 * columns of pixels; in NCHW they run along a row. Rows and columns of taps are the outer loops of a tile: its inputs
 * stay in registers between the taps that share them.
 */
import type { Layout } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { conv2d, conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { Space } from '../space/space.js';
import { computedIn } from '../ir/tensor.js';
import type { SimdTarget } from '../target/target.js';
import {
  divisors,
  fillsVectors,
  partVectors,
  unrolledIterations,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
} from './register-tile.js';
import { blockChannels } from './blocked-layout.js';
import { inputsOf, packWeights } from './weights.js';
import { tileInVectors } from './vector-axis.js';

/**
 * Multiply-adds that all kinds of tiles (interior, border, shorter ones) may unroll together: fewer where each may have
 * inputs to pick, which take the compiler longer.
 */
function maxUnrolledOf({ groups, inChannels }: Conv2dShape): number {
  return groups === inChannels ? 2000 : 1200;
}

/** Longest row or column of taps that is unrolled. */
const maxTaps = 16;

function defineKnobs(shape: Conv2dShape, target: SimdTarget) {
  const { groups, layout } = shape;
  const [oh, ow] = outputSize(shape);
  const [kh] = shape.kernel;
  const { lanes } = target.vector;
  const padded = isPadded(shape);
  const alongRow = layout === 'NCHW';
  const columns = alongRow ? [0.5, 1, 2, 3, 4, 6, 7, 8].map((v) => v * lanes) : [1, 2, 3, 4, 5, 6, 7, 8, 14];
  return (
    new SpaceBuilder()
      .choice('lanes', lanes > 4 ? [lanes, lanes / 2] : [lanes])
      // How images lie in memory: as they are given or, where that is ours to choose, in blocks of a tile's channels,
      // each an image of its own.
      .choice('layout', layout === 'any' ? ['blocks', 'given'] : ['given'])
      // Register tile: groups (1 in NCHW), rows and columns of pixels.
      .choice('tile_c', alongRow ? [1] : tileSizes(groups, [1, 2, 4, 8, 16, 32, 64], 64))
      .choice('tile_oh', tileSizes(oh, [1, 2, 3, 4, 5, 6, 7, 8], 8))
      .choice('tile_ow', tileSizes(ow, columns, Math.max(...columns)))
      // Order of the loops over tiles, outermost first: blocks of channels, rows, columns.
      .choice('order', alongRow ? ['c_h_w'] : ['c_h_w', 'h_c_w', 'h_w_c'])
      // Which part of the input is copied into a dense block with its zero border: none (taps on the border are
      // skipped), the rows of a tile, or the whole image of a block of channels. Rows of few channels of many lie far
      // apart, often in the same cache sets; copies are contiguous.
      .choice('copy', alongRow && padded ? ['rows', 'image'] : alongRow ? ['none'] : ['none', 'rows', 'image'])
      .choice('unroll_kh', kh === 1 ? [true] : kh <= maxTaps ? [true, false] : [false])
      // With threads: whether they share the outermost tiles, or the two outermost kinds of them.
      .choice('parallel', target.threads > 1 ? ['outer', 'both', 'none'] : ['none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

/**
 * Few rows and columns of a vector of channels: with stride 1 neighbouring rows share inputs, which stay in registers.
 * Images stay as they are first; blocks of channels, which read less at a time, come next.
 */
export function suggestGroupTiles(workload: Workload, { vector, threads }: SimdTarget): Knobs[] {
  const shape = conv2dShape(workload);
  const { groups, outChannels, layout } = shape;
  const [oh, ow] = outputSize(shape);
  const common = { unroll_kh: true, parallel: threads > 1 ? 'outer' : 'none' } as const;
  if (layout === 'NCHW')
    return [4, 2, 1].map((tall) => ({
      ...{ ...common, layout: 'given', lanes: vector.lanes, tile_c: 1 },
      ...{ tile_oh: Math.min(oh, tall), tile_ow: Math.min(ow, 2 * vector.lanes) },
      ...{ order: 'c_h_w', copy: isPadded(shape) ? 'image' : 'none' },
    }));
  // Of few channels half a vector that is left over would be much.
  const isFew = outChannels < 16 * vector.lanes && vector.lanes > 4;
  const fillsHalves = outChannels % vector.lanes > 0 && outChannels % (vector.lanes / 2) === 0;
  const lanes = isFew && fillsHalves ? vector.lanes / 2 : vector.lanes;
  // As many groups as fill whole vectors together, or else all of them.
  const tile_c =
    divisors(lanes, Math.min(lanes, groups)).find((c) => (c * outChannels) % (lanes * groups) === 0) ?? groups;
  const tiles =
    shape.stride[0] === 1
      ? [
          [2, 5],
          [3, 3],
          [1, 5],
          [1, 2],
        ]
      : [
          [4, 3],
          [3, 1],
          [2, 1],
          [1, 1],
        ];
  const given = { layout: 'given', order: 'h_c_w' } as const;
  const ways = layout === 'any' ? [given, { layout: 'blocks', order: 'c_h_w' } as const] : [given];
  return ways.flatMap((way) =>
    tiles.map(([tall = 1, wide = 1]) => ({
      ...{ ...common, ...way, copy: 'none', lanes, tile_c },
      ...{ tile_oh: Math.min(oh, tall), tile_ow: Math.min(ow, wide) },
    })),
  );
}

/** The space of a convolution by tiles of groups. */
export function defineGroupTiles(workload: Workload, target: SimdTarget): Space<Knobs> {
  const shape = conv2dShape(workload);
  const { groups, layout } = shape;
  const [oh, ow] = outputSize(shape);
  const [kh, kw] = shape.kernel;
  const { registers } = target.vector;
  const multiplier = shape.outChannels / groups;
  const maxUnrolled = maxUnrolledOf(shape);
  const padded = isPadded(shape);
  const alongRow = layout === 'NCHW';
  return defineKnobs(shape, target)
    .constraint(partVectors, (c) =>
      alongRow
        ? fillsVectors(c.tile_ow, ow, c.lanes)
        : fillsVectors(c.tile_c * multiplier, groups * multiplier, c.lanes),
    )
    .constraint(tooManyRegisters(target.vector), (c) => {
      const [pixels, along] = alongRow ? [c.tile_oh, c.tile_ow] : [c.tile_oh * c.tile_ow, c.tile_c * multiplier];
      return tileRegisters(pixels, Math.ceil(along / c.lanes)) <= registers;
    })
    .constraint(`all kinds of tiles together must not unroll more than ${maxUnrolled} multiply-adds`, (c) => {
      const borders = c.copy === 'none' && padded ? 2 : 0;
      const along = alongRow ? 1 : Math.ceil((c.tile_c * multiplier) / c.lanes);
      const rows = unrolledIterations(oh, c.tile_oh) + borders * c.tile_oh;
      const pixels = unrolledIterations(ow, c.tile_ow) + borders * c.tile_ow;
      return (
        rows * (pixels / (alongRow ? c.lanes : 1)) * along * (kw <= maxTaps ? kw : 1) * (c.unroll_kh ? kh : 1) <=
        maxUnrolled
      );
    })
    .constraint(
      'images in blocks of channels are not copied, and are computed one after another',
      (c) => c.layout !== 'blocks' || (c.copy === 'none' && c.order === 'c_h_w'),
    )
    .constraint(
      'an image is copied where blocks of channels come first, rows where columns come last',
      (c) =>
        (c.copy !== 'image' || (c.order === 'c_h_w' && c.parallel !== 'both')) &&
        (c.copy !== 'rows' || c.order !== 'h_w_c'),
    )
    .build();
}

export function scheduleGroupTiles(workload: Workload, target: SimdTarget, knobs: Knobs): Schedule {
  const shape = conv2dShape(workload);
  const alongRow = shape.layout === 'NCHW';
  const s = new Schedule(conv2d.computation(workload));
  if (knobs.layout === 'blocks') blockChannels(s, 'g', knobs.tile_c);
  const image = inputImage(s, knobs);
  // They are few: packed as wide as their sums, by one thread.
  if (!alongRow) packWeights(s, weightPanels(knobs), 1, { ahead: computedIn(shape.dtype), widened: undefined });
  const out = s.output;
  const acc = s.cacheWrite(out, 'register');
  const tiles = alongRow ? tileAlongRow(out, knobs) : tileAlongChannels(out, knobs);
  const loops = shareTiles(out, tiles, knobs, target);
  image?.computeAt(out, knobs.copy === 'image' ? loops.c : loops.rows);
  if (knobs.copy === 'none' && isPadded(shape)) out.partition(loops.h, loops.w);
  tileAccumulators(acc, alongRow, shape.kernel[1], knobs);
  acc.computeAt(out, loops.last);
  return s;
}

function isPadded({ pad }: Conv2dShape): boolean {
  return pad.some((p) => p > 0);
}

/** The stage that copies the input, with its zero border if it has one; undefined where taps read the input itself. */
function inputImage(s: Schedule, { copy }: Knobs): Stage | undefined {
  const [image] = inputsOf(s);
  const padded = s.stages.find((stage) => stage.tensor.name === 'padded');
  if (copy !== 'none') return padded ?? s.pack(image, [...image.shape.keys()]);
  if (padded) s.inline(padded.tensor);
  return undefined;
}

/** [blocks of channels][kh][kw][channels of a block]: a tile's weights in the order of its taps. */
function weightPanels({ tile_c: tile }: Knobs): Layout {
  return [{ dim: 0, part: 'outer', tile }, 2, 3, 4, { dim: 0, part: 'inner', tile }, 1];
}

/** Loops over tiles of the output, not yet in their order. */
interface Tiles {
  readonly c: readonly [Loop, ...Loop[]];
  readonly h: Loop;
  readonly w: Loop;
}

/**
 * Vectors along channels: for tiles: rows, columns, vectors of channels. Output channels of one input channel are
 * contiguous.
 */
function tileAlongChannels(out: Stage, knobs: Knobs): Tiles {
  const [g, gi] = out.split(out.loop('g'), knobs.tile_c, 'peel');
  const [vectors, lanes] = out.split(out.fuse(gi, out.loop('oc')), knobs.lanes, 'min');
  const [[h, hi], [w, wi]] = tilePixels(out, knobs);
  return arrange(out, knobs, { c: [g], h, w }, [hi, wi, vectors], lanes);
}

/** Vectors along rows: for channels and tiles: rows, vectors of columns. */
function tileAlongRow(out: Stage, knobs: Knobs): Tiles {
  const [[h, hi], [w, wi]] = tilePixels(out, knobs);
  const [vectors, lanes] = out.split(wi, knobs.lanes, 'min');
  return arrange(out, knobs, { c: [out.loop('g'), out.loop('oc')], h, w }, [hi, vectors], lanes);
}

function tilePixels(out: Stage, knobs: Knobs): [[Loop, Loop], [Loop, Loop]] {
  return [out.split(out.loop('oh'), knobs.tile_oh, 'peel'), out.split(out.loop('ow'), knobs.tile_ow, 'peel')];
}

function arrange(out: Stage, knobs: Knobs, tiles: Tiles, inside: readonly Loop[], lanes: Loop): Tiles {
  const order = kindsOf[knobs.order].flatMap((kind) => tiles[kind]);
  out.reorder(out.loop('n'), ...order, ...inside, lanes);
  out.unroll(...inside).vectorize(lanes, knobs.lanes);
  return tiles;
}

type Kind = 'c' | 'h' | 'w';

/** Kinds of tiles in the order of their loops. */
const kindsOf: Readonly<Record<Knobs['order'], readonly [Kind, Kind, Kind]>> = {
  c_h_w: ['c', 'h', 'w'],
  h_c_w: ['h', 'c', 'w'],
  h_w_c: ['h', 'w', 'c'],
};

/** Loops over tiles as they stand, fused where threads share them. */
interface TileLoops {
  /** The outermost loop over channels, over rows, over columns. */
  readonly c: Loop;
  readonly h: Loop;
  readonly w: Loop;
  /** The innermost loop that does not run along rows, and the innermost of all. */
  readonly rows: Loop;
  readonly last: Loop;
}

function shareTiles(out: Stage, tiles: Tiles, knobs: Knobs, target: SimdTarget): TileLoops {
  const kinds = kindsOf[knobs.order];
  const shared = knobs.parallel === 'none' ? 0 : knobs.parallel === 'outer' ? 1 : 2;
  const together = kinds.slice(0, shared).flatMap((kind) => tiles[kind]);
  const fused = together.reduce((a, b) => out.fuse(a, b), out.loop('n'));
  if (target.threads > 1 && shared > 0) out.parallel(fused);
  const loopOf = (kind: Kind, which: 0 | -1): Loop =>
    kinds.indexOf(kind) < shared ? fused : [tiles[kind]].flat().at(which)!;
  const lastButColumns = kinds[2] === 'w' ? kinds[1] : kinds[2];
  return {
    c: loopOf('c', 0),
    h: loopOf('h', 0),
    w: loopOf('w', 0),
    rows: loopOf(lastButColumns, -1),
    last: loopOf(kinds[2], -1),
  };
}

/** The register tile: zero, then for every tap one multiply-add of every accumulator. */
function tileAccumulators(acc: Stage, alongRow: boolean, columns: number, knobs: Knobs): void {
  const [kh, kw, oh] = [acc.loop('kh'), acc.loop('kw'), acc.loop('oh')];
  const pixels = alongRow ? [oh] : [oh, acc.loop('ow')];
  const along = alongRow ? acc.loop('ow') : acc.fuse(acc.loop('g'), acc.loop('oc'));
  tileInVectors(acc, [acc.loop('ic'), kh, kw], pixels, along, knobs.lanes);
  if (columns <= maxTaps) acc.unroll(kw);
  if (knobs.unroll_kh) acc.unroll(kh);
}

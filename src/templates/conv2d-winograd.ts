/**
 * conv2d by Winograd's minimal filtering, F(tile_h × tile_w, kernel), stride 1 (Lavin and Gray, CVPR 2016): the input
 * is cut into overlapping tiles and transformed (V), the products of all tiles are one small matmul per point of the
 * transform (M = V · U), and a last transform makes the outputs. The weights' transform U is prepacked. A block of
 * tiles goes through all three steps while it is in the L2 cache.
 */
import { packedShape, type Layout as MemoryLayout } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Around, Stage } from '../ir/stage.js';
import { cutGrids, repeat } from '../ir/task-mapping.js';
import { computedIn, isValueType } from '../ir/tensor.js';
import { conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import {
  maxUnrolled,
  unrolledIterations,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
  tooMuchCode,
} from './register-tile.js';
import type { SimdTarget } from '../target/target.js';
import { defineTemplate } from './define-template.js';
import type { Tile } from './winograd.js';
import { computationOf } from './winograd-computation.js';
import type { Stages } from './winograd-computation.js';
import { streamWeights, type Reading } from './stream-weights.js';
import { inputsOf, panelsOf, type WeightPanels } from './weights.js';
import {
  isAccurate,
  maxChannels,
  minChannels,
  outputsOf,
  refuses,
  sumsOf,
  tileCount,
  tooInaccurate,
} from './winograd-rules.js';
import { suggestWinograd, workOfWinograd } from './winograd-suggestions.js';
import { isOnCpu } from './narrow.js';
import { tileInVectors } from './vector-axis.js';

function defineKnobs(shape: Conv2dShape, { vector: { lanes }, threads }: SimdTarget) {
  const [oh, ow] = outputSize(shape);
  const { batch, kernel, outChannels } = shape;
  return (
    new SpaceBuilder()
      // Outputs of a tile of the transforms.
      .choice('tile_h', outputsOf(kernel[0], oh))
      .choice('tile_w', outputsOf(kernel[1], ow))
      // Into how many blocks the tiles of all images are cut.
      .choice('blocks', blockCounts(batch * oh * ow, threads))
      // Output channels of a block, between whose products and their last transform the cache has to keep them.
      .choice('block_oc', tileSizes(outChannels, [minChannels, 64, 128, 256, maxChannels], maxChannels))
      // Register tile of the products: tiles × output channels.
      .choice('tile_p', tileSizes(28, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 25], 28))
      .choice(
        'tile_oc',
        tileSizes(
          outChannels,
          [1, 2, 3, 4].map((v) => v * lanes),
          lanes,
        ),
      )
      // Which loop over register tiles is the inner one.
      .choice('inner', ['p', 'oc'])
      // What threads share: blocks of tiles, or of output channels.
      .choice('parallel', threads > 1 ? ['p', 'oc', 'none'] : ['none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

export const conv2dWinograd = defineTemplate({
  name: 'conv2d.winograd',
  operator: 'conv2d',
  target: 'simd',
  summary: 'Winograd: fewer multiplications for stride 1, by transforms of tiles and a matmul per point',
  version: 1,
  dtypes: (type) => isOnCpu(type) && isValueType(computedIn(type.name)),
  sums: sumsOf,
  saving: 'GFLOPS count the direct algorithm, and Winograd multiplies less',

  refuses,

  define: (workload, target) => {
    const shape = conv2dShape(workload);
    const { lanes } = target.vector;
    const { outChannels } = shape;
    const tilesOf = (c: Tile): number => tileCount(shape, c);
    return defineKnobs(shape, target)
      .constraint(tooInaccurate, isAccurate(shape))
      .constraint('there must be a tile for every block, and a block for every thread', (c) => {
        const tiles = tilesOf(c);
        const blocks = Math.ceil(tiles / Math.ceil(tiles / c.blocks));
        return c.blocks <= tiles && (c.parallel !== 'p' || blocks >= Math.min(target.threads, tiles));
      })
      .constraint('threads share blocks of output channels only where there are as many as can be', (c) => {
        const most = Math.ceil(outChannels / minChannels);
        return c.parallel !== 'oc' || Math.ceil(outChannels / c.block_oc) >= Math.min(target.threads, most);
      })
      .constraint('the register tile must fit its blocks', (c) => {
        return (
          c.tile_p <= Math.ceil(tilesOf(c) / c.blocks) && (c.block_oc % c.tile_oc === 0 || c.block_oc >= outChannels)
        );
      })
      .constraint(tooManyRegisters(target.vector), (c) => {
        return tileRegisters(c.tile_p, Math.ceil(c.tile_oc / lanes)) <= target.vector.registers;
      })
      .constraint(tooMuchCode, (c) => {
        const block = Math.ceil(tilesOf(c) / c.blocks);
        const rest = tilesOf(c) % block;
        const rows =
          unrolledIterations(block, c.tile_p) + (rest > 0 ? unrolledIterations(rest, Math.min(rest, c.tile_p)) : 0);
        return rows * Math.ceil(unrolledIterations(outChannels, c.tile_oc) / lanes) <= 2 * maxUnrolled(target.vector);
      })
      .build();
  },

  suggestions: (workload, target) => suggestWinograd(conv2dShape(workload), target),
  work: (workload, target) => workOfWinograd(conv2dShape(workload), target),

  schedule: (workload, target, knobs) => {
    const shape = conv2dShape(workload);
    const { computation, stages } = computationOf(shape, knobs);
    const s = new Schedule(computation);
    for (const tensor of [stages.patch, stages.gathered]) s.inline(tensor);
    const { lanes } = target.vector;
    const loops = tileOutput(s.output, knobs, shape, lanes);
    const weights = transformWeights(s, stages, knobs.tile_oc, lanes);
    transposeInput(s, stages, lanes);
    transformInput(s, stages, loops, lanes);
    const multiplied = multiply(s, stages, loops, knobs, lanes);
    transformOutput(s, stages, loops, shape, lanes);
    shareWork(s, stages, loops, knobs.parallel);
    streamWeights(multiplied.sums, weights, readingOf(multiplied.around, shape, knobs));
    return s;
  },
});

/**
 * Into how many blocks so many outputs may be cut: for every thread one or more, and so many that a block's transforms
 * are not too large.
 */
function blockCounts(outputs: number, threads: number): number[] {
  const counts = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32];
  const most = Math.max(4 * threads, outputs / 1024);
  for (let count = 64; count <= most; count *= 2) counts.push(count);
  return counts.filter((count) => count <= outputs);
}

interface OutputLoops {
  /** Blocks of tiles, and of output channels. */
  readonly block: Loop;
  readonly channels: Loop;
  /** A vector of output channels of one tile. */
  readonly vector: Loop;
}

/** for blocks of tiles, blocks of channels: for each tile, each vector of channels: its outputs. */
function tileOutput(out: Stage, knobs: Knobs, s: Conv2dShape, lanes: number): OutputLoops {
  const outputs = repeat(knobs.tile_h, knobs.tile_w);
  const [[ty, tx], [i, j]] = cutGrids(out, out.loopsOver('oh', 'ow'), outputs, 'guard');
  const [channels, inBlock] = out.split(out.loop('oc'), knobs.block_oc, 'peel');
  const [vector, lane] = out.split(inBlock, lanes, 'peel');
  const n = out.loop('n');
  const inside = s.layout === 'NCHW' ? [lane, i, j] : [i, j, lane];
  out.reorder(n, ty, tx, channels, vector, ...inside);
  const p = out.fuse(out.fuse(n, ty), tx);
  const [block, tile] = out.split(p, Math.ceil(tileCount(s, knobs) / knobs.blocks), 'peel');
  out.reorder(block, channels, tile, vector);
  if (s.layout !== 'NCHW') out.unroll(i, j).vectorize(lane, lanes);
  return { block, channels, vector };
}

/**
 * U in panels of the register tile's channels; a vector of channels at a time goes through both halves of its transform
 * in registers.
 */
function transformWeights(s: Schedule, stages: Stages, tile: number, lanes: number): WeightPanels {
  const [u, columns] = [s.stage(stages.u), s.stage(stages.weightColumns)];
  const [, weights] = inputsOf(s);
  u.scope = s.computation.constants.includes(weights) ? 'prepacked' : 'workspace';
  const layout: MemoryLayout = [0, 1, { dim: 3, part: 'outer', tile }, 2, { dim: 3, part: 'inner', tile }];
  u.store(layout);
  const [vector, lane] = u.split(u.loop('oc'), lanes, 'peel');
  const [a, b, ic] = [u.loop('a'), u.loop('b'), u.loop('ic')];
  u.reorder(vector, ic, a, b, lane).unroll(a, b).vectorize(lane, lanes);
  inRegisters(columns, u, ic, ['a', 'kw'], 'oc', lanes);
  inRegisters(s.stage(stages.taps), u, ic, ['kh', 'kw'], 'oc', lanes);
  return panelsOf(u, packedShape(u.tensor.shape, layout), layout);
}

/**
 * Channels become the last axis of an input: squares of a vector's columns and as many channels are read by rows and
 * written by channels.
 */
function transposeInput(s: Schedule, { image }: Stages, lanes: number): void {
  if (!image?.transposed) return;
  const [padded, transposed] = [s.stage(image.padded), s.stage(image.transposed)];
  const [n, row] = [padded.loop('n'), padded.loop('ih')];
  const [xo, x] = padded.split(padded.loop('iw'), lanes, 'peel');
  const [co, c] = padded.split(padded.loop('ic'), lanes, 'peel');
  padded.reorder(n, row, co, xo, x, c).unroll(x).vectorize(c, lanes).partition(xo);
  transposed.scope = 'register';
  const [column, channel] = [transposed.loop('iw'), transposed.loop('ic')];
  transposed
    .reorder(transposed.loop('n'), transposed.loop('ih'), channel, column)
    .unroll(channel)
    .vectorize(column, lanes);
  transposed.computeAt(padded, xo);
}

/** V for a block of tiles, a vector of channels at a time; each tile is read once. */
function transformInput(s: Schedule, stages: Stages, { block }: OutputLoops, lanes: number): void {
  const v = s.stage(stages.v);
  const [vector, lane] = v.split(v.loop('ic'), lanes, 'peel');
  const [a, b, p] = [v.loop('a'), v.loop('b'), v.loop('p')];
  v.reorder(p, vector, a, b, lane).unroll(a, b).vectorize(lane, lanes);
  v.computeAt(s.output, block);
  inRegisters(s.stage(stages.columns), v, vector, ['j', 'a'], 'ic', lanes);
}

interface Multiplied {
  readonly sums: Stage;
  /** The loop over tiles that are multiplied by the same weights. */
  readonly around: Around;
}

/** M for a block of tiles and one of channels: a matmul per point, a register tile at a time. */
function multiply(
  s: Schedule,
  { products }: Stages,
  { channels }: OutputLoops,
  knobs: Knobs,
  lanes: number,
): Multiplied {
  const m = s.stage(products);
  const acc = s.cacheWrite(m, 'register');
  const tile = repeat(knobs.tile_p, knobs.tile_oc);
  const [[pTile, ocTile], [p, oc]] = cutGrids(m, m.loopsOver('p', 'oc'), tile, 'peel');
  const [outer, inner] = knobs.inner === 'p' ? [ocTile, pTile] : [pTile, ocTile];
  tileInVectors(m, [m.loop('a'), m.loop('b'), outer, inner], [p], oc, lanes);
  m.computeAt(s.output, channels);

  tileInVectors(acc, [acc.loop('ic')], [acc.loop('p')], acc.loop('oc'), lanes);
  acc.computeAt(m, inner);
  return { sums: acc, around: { stage: m, loops: [pTile] } };
}

/** All tiles of a block go through the panels of a point, or through one after the other. */
function readingOf(around: Around, shape: Conv2dShape, { inner, blocks, block_oc, tile_oc, ...tile }: Knobs): Reading {
  const panelsOf = (channels: number): number => Math.ceil(Math.min(channels, shape.outChannels) / tile_oc);
  const panels = inner === 'p' && panelsOf(block_oc) > 1 ? 1 : panelsOf(Infinity);
  return { rows: Math.ceil(tileCount(shape, tile) / blocks), around, panels };
}

/**
 * The outputs of a tile, a vector of channels at a time: stored at once in NHWC; in NCHW from a small buffer, channel
 * by channel.
 */
function transformOutput(
  s: Schedule,
  stages: Stages,
  { vector }: OutputLoops,
  { layout }: Conv2dShape,
  lanes: number,
): void {
  if (layout !== 'NCHW') {
    s.inline(stages.tile);
    inRegisters(s.stage(stages.rows), s.output, vector, ['b', 'i'], 'oc', lanes);
    return;
  }
  const tile = s.stage(stages.tile);
  const [p, i, j, oc] = tile.loopsOver('p', 'i', 'j', 'oc');
  tile.reorder(p, i, j, oc).unroll(i, j).vectorize(oc, lanes);
  tile.computeAt(s.output, vector);
  inRegisters(s.stage(stages.rows), tile, p, ['b', 'i'], 'oc', lanes);
}

/**
 * Computes a small stage inside a loop of its reader in vectors along one axis, its other loops unrolled in this order.
 */
function inRegisters(
  stage: Stage,
  reader: Stage,
  loop: Loop,
  unrolled: readonly string[],
  along: string,
  lanes: number,
): void {
  const loops = unrolled.map((name) => stage.loop(name));
  stage.scope = 'register';
  stage.reorder(...loops, stage.loop(along));
  stage.unroll(...loops).vectorize(stage.loop(along), lanes);
  stage.computeAt(reader, loop);
}

function shareWork(s: Schedule, { image, v, u }: Stages, loops: OutputLoops, parallel: Knobs['parallel']): void {
  if (parallel === 'none') return;
  s.output.parallel(parallel === 'p' ? loops.block : loops.channels);
  if (parallel === 'oc') s.stage(v).parallel(s.stage(v).loop('p'));
  s.stage(u).parallel(s.stage(u).loops[0]!);
  if (image) s.stage(image.padded).parallel(s.stage(image.padded).fuse(...firstTwo(s.stage(image.padded))));
}

function firstTwo({ loops }: Stage): [Loop, Loop] {
  return [loops[0]!, loops[1]!];
}

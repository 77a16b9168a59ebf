/**
 * conv2d as one matmul: a row p for every output pixel of all images, a column for every output channel, and a sum over
 * the patch that the kernel sees. Pixels are numbered through, so a register tile is not bound to the rows of the
 * image. Patches are copied block by block (im2col; Chellapilla, Puri and Simard, 2006), or read where they are.
 */
import type { Layout as MemoryLayout } from '../ir/layout.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { cutGrids, repeat } from '../ir/task-mapping.js';
import { conv2dShape } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { Workload } from '../operator/operator.js';
import type { SimdTarget } from '../target/target.js';
import { blocksOf, extentsOf, type Knobs } from './conv2d-matmul-knobs.js';
import { multiplyInMatrices, readInVectors } from './matrix-tile.js';
import { isNarrow, stepsOf, sumWeights, type Products } from './narrow.js';
import { borderOf } from './narrow-image.js';
import { copyNarrowPatches, hasLongRows, narrowProduct, packFilters, patchProducts } from './narrow-patches.js';
import { computationOf, floatProduct } from './patch-product.js';
import { streamWeights, type Reading } from './stream-weights.js';
import { tileInVectors } from './vector-axis.js';
import { packWeights } from './weights.js';

export function scheduleMatmul(workload: Workload, target: SimdTarget, knobs: Knobs): Schedule {
  const shape = conv2dShape(workload);
  return isNarrow(shape.dtype) ? scheduleNarrow(shape, target, knobs) : scheduleFloats(shape, target, knobs);
}

function scheduleFloats(shape: Conv2dShape, target: SimdTarget, knobs: Knobs): Schedule {
  const { lanes } = target.vector;
  const { computation, patches, product } = computationOf(shape, (...inputs) => floatProduct(shape, ...inputs));
  const s = new Schedule(computation);
  const weights = packWeights(s, weightPanels(knobs), knobs.parallel === 'none' ? 1 : target.threads);
  const loops = tileOutput(s.output, shape, knobs, target);
  if (knobs.patches === 'image') s.inline(patches);
  else copyPatches(s.stage(patches), s.output, loops, shape, knobs.tile_p);
  const sums = s.stage(product);
  accumulate(sums, s.output, loops.tile, sums.loopsOver('kh', 'kw', 'ic'), shape, lanes);
  streamWeights(sums, weights, readingOf(s.output, loops, shape, knobs));
  return s;
}

function scheduleNarrow(shape: Conv2dShape, target: SimdTarget, knobs: Knobs): Schedule {
  const { lanes } = target.vector;
  const products = patchProducts(shape, target.vector);
  const isCopied = knobs.patches === 'copy';
  const hasBorder = isCopied || !products.matrices ? hasLongRows(shape) : shape.pad.some((p) => p > 0);
  const { computation, patches, filters, product } = computationOf(
    shape,
    (...inputs) => narrowProduct(shape, products, ...inputs),
    hasBorder,
  );
  const s = new Schedule(computation);
  if (!isCopied && knobs.parallel !== 'none') shareBorder(s);
  const sums = s.stage(product);
  const shift = products.shift === 0 ? undefined : s.shift(sums, patches, products.shift);
  const weights = packFilters(s, filters, knobs.tile_oc, products);
  const panel = shape.layout === 'NCHW' ? knobs.tile_p : undefined;
  const copy = isCopied ? copyNarrowPatches(s, patches, shape, panel, products, lanes) : undefined;
  if (!copy) s.inline(patches);
  if (shift) {
    const view = { column: 'oc', tile: knobs.tile_oc, sum: ['k'], grouped: 'k' };
    sumWeights(s, shift, view, products, lanes);
  }
  const loops = tileOutput(s.output, shape, knobs, target);
  copy?.computeAt(s.output, loops.pixels);
  if (products.matrices) accumulateInMatrices(sums, s.output, loops.tile, knobs, products);
  else accumulate(sums, s.output, loops.tile, [stepsOf(sums, sums.loop('k'), products)], shape, lanes);
  streamWeights(sums, weights, readingOf(s.output, loops, shape, knobs));
  return s;
}

/** Threads share the lines of the image that are copied with their border. */
function shareBorder(s: Schedule): void {
  const border = borderOf(s);
  if (border) border.parallel(border.loops.slice(0, 2).reduce((a, b) => border.fuse(a, b)));
}

/** Panels of a tile's output channels, in the order of the sum. */
function weightPanels({ tile_oc: tile }: Knobs): MemoryLayout {
  return [{ dim: 0, part: 'outer', tile }, 2, 3, 1, { dim: 0, part: 'inner', tile }];
}

interface OutputLoops {
  /** The loop over blocks of pixels, or what it became a part of. */
  readonly pixels: Loop;
  /** The innermost loop over register tiles. */
  readonly tile: Loop;
  /** The loop over those along pixels. */
  readonly pixelTiles: Loop;
}

/** All pixels of a block go through its panels of channels, or through one after the other. */
function readingOf(stage: Stage, { pixelTiles }: OutputLoops, s: Conv2dShape, c: Knobs): Reading {
  const panels = c.inner === 'p' ? 1 : Math.ceil(Math.min(c.block_oc, s.outChannels) / c.tile_oc);
  return { rows: extentsOf(s).pixels, around: { stage, loops: [pixelTiles] }, panels };
}

/** for blocks of pixels and channels: for tiles of the block: one register tile. */
function tileOutput(out: Stage, s: Conv2dShape, knobs: Knobs, target: SimdTarget): OutputLoops {
  const { lanes } = target.vector;
  const alongPixels = s.layout === 'NCHW';
  const [n, y, x, oc] = out.loopsOver('n', 'oh', 'ow', 'oc');
  out.reorder(n, y, x, oc);
  const image = out.fuse(y, x);
  const p = alongPixels ? image : out.fuse(n, image);
  const { tile_p, tile_oc, block_p, block_oc } = knobs;
  const [tiles, [pi, ci]] = cutGrids(out, [p, oc], repeat(tile_p, tile_oc), 'peel');
  const block = repeat(Math.ceil(block_p / tile_p), Math.ceil(block_oc / tile_oc));
  const [[pBlock, cBlock], [pTile, cTile]] = cutGrids(out, tiles, block, 'min');
  const [along, single] = alongPixels ? [pi, ci] : [ci, pi];
  const blocksOrder: [Loop, Loop] = knobs.parallel === 'oc' ? [cBlock, pBlock] : [pBlock, cBlock];
  const [outerTile, tile] = knobs.inner === 'p' ? [cTile, pTile] : [pTile, cTile];
  const around = [...(alongPixels ? [n] : []), ...blocksOrder, outerTile, tile];
  if (patchProducts(s, target.vector).matrices) readInVectors(out, around, single, along, lanes);
  else tileInVectors(out, around, [single], along, lanes);
  if (knobs.parallel === 'none') return { pixels: pBlock, tile, pixelTiles: pTile };
  const { shared, parts } = shareBlocks(out, alongPixels ? n : undefined, blocksOrder, enoughOf(s, knobs, target));
  return { pixels: parts.includes(pBlock) ? shared : pBlock, tile, pixelTiles: pTile };
}

/** Which blocks are as many as the threads: the outer ones alone, or only all. */
function enoughOf(s: Conv2dShape, knobs: Knobs, { threads }: SimdTarget): 'outer' | 'all' {
  const blocks = blocksOf(s, knobs);
  return blocks.images * (knobs.parallel === 'oc' ? blocks.oc : blocks.p) >= threads ? 'outer' : 'all';
}

/** One parallel loop of those over images and blocks. */
function shareBlocks(
  out: Stage,
  images: Loop | undefined,
  [outer, inner]: readonly [Loop, Loop],
  enough: 'outer' | 'all',
): { shared: Loop; parts: readonly Loop[] } {
  const parts = [...(images ? [images] : []), outer, ...(enough === 'all' ? [inner] : [])];
  const shared = parts.reduce((a, b) => out.fuse(a, b));
  out.parallel(shared);
  return { shared, parts };
}

/** The patches of a block of pixels, laid out as the sum reads them: channels innermost in NHWC, pixels in NCHW. */
function copyPatches(patches: Stage, out: Stage, { pixels }: OutputLoops, s: Conv2dShape, tile: number): void {
  if (s.layout === 'NCHW') {
    patches.store([{ dim: 0, part: 'outer', tile }, 1, 2, 3, { dim: 0, part: 'inner', tile }]);
    patches.reorder(patches.loop('kh'), patches.loop('kw'), patches.loop('ic'), patches.loop('p'));
  }
  patches.computeAt(out, pixels);
}

/** The register tile: one multiply-add of every accumulator per element of the patch. */
function accumulate(
  product: Stage,
  out: Stage,
  tile: Loop,
  steps: readonly Loop[],
  s: Conv2dShape,
  lanes: number,
): void {
  product.scope = 'register';
  product.computeAt(out, tile);
  const [p, oc] = [product.loop('p'), product.loop('oc')];
  const [along, single] = s.layout === 'NCHW' ? [p, oc] : [oc, p];
  tileInVectors(product, steps, [single], along, lanes);
}

/** The same of sums that lie in matrices: pixels are rows, and channels columns. */
function accumulateInMatrices(product: Stage, out: Stage, tile: Loop, { tile_p }: Knobs, products: Products): void {
  product.scope = 'fragment';
  product.computeAt(out, tile);
  multiplyInMatrices(product, product.loop('k'), [product.loop('p'), product.loop('oc')], tile_p, products);
}

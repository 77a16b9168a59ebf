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
import { conv2d, conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { Space } from '../space/space.js';
import type { SimdTarget } from '../target/target.js';
import {
  filling,
  fillsVectors,
  maxUnrolled,
  partVectors,
  promisingTiles,
  unrolledIterations,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
  tooMuchCode,
} from './register-tile.js';
import { isNarrow, registersFor, stepsOf, sumWeights, type Products } from './narrow.js';
import {
  multiplyInMatrices,
  promisingMatrices,
  readInVectors,
  tileHeights,
  widestTile,
  workInMatrices,
} from './matrix-tile.js';
import { panelBytes } from './narrow-image.js';
import { copyNarrowPatches, narrowProduct, packFilters, patchProducts } from './narrow-patches.js';
import { streamWeights, type Reading } from './stream-weights.js';
import { computationOf, floatProduct } from './patch-product.js';
import { packWeights } from './weights.js';
import { tileInVectors } from './vector-axis.js';

/** Whether patches are copied, a block at a time, or read from the image. */
type Patches = 'copy' | 'image';

const tiles = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 24, 28];
const blocks = [64, 128, 256, 512, 1024];

interface Extents {
  /** Whether vectors run along pixels, rather than along channels. */
  readonly alongPixels: boolean;
  /** In NCHW those of one image. */
  readonly pixels: number;
  readonly channels: number;
  /** Whichever of both vectors run along. */
  readonly vectored: number;
}

function extentsOf(shape: Conv2dShape): Extents {
  const [oh, ow] = outputSize(shape);
  const alongPixels = shape.layout === 'NCHW';
  const pixels = alongPixels ? oh * ow : shape.batch * oh * ow;
  const channels = shape.outChannels;
  return { alongPixels, pixels, channels, vectored: alongPixels ? pixels : channels };
}

function defineKnobs(shape: Conv2dShape, { vector, threads }: SimdTarget, patches: readonly Patches[]) {
  const { lanes } = vector;
  const { alongPixels, pixels, channels, vectored } = extentsOf(shape);
  const { matrices } = patchProducts(shape, vector);
  const [widths, widest] = matrices ? [[1, 2], widestTile(matrices)] : [[1, 2, 3, 4, 6], 4 * lanes];
  const vectors = tileSizes(
    vectored,
    widths.map((v) => v * lanes),
    widest,
  );
  const single = alongPixels ? channels : pixels;
  const rows = matrices ? tileHeights(single, matrices) : tileSizes(single, tiles, 28);
  return (
    new SpaceBuilder()
      .choice('patches', patches)
      // Pixels, and output channels, of a cache block, and what each of several threads has of them.
      .choice('block_p', tileSizes(pixels, [...blocks, ...sharesOf(pixels, alongPixels ? lanes : 1, threads)], 256))
      .choice(
        'block_oc',
        tileSizes(channels, [...blocks, ...sharesOf(channels, alongPixels ? 1 : lanes, threads)], 256),
      )
      // Register tile: pixels × output channels; vectors run along channels in NHWC and along pixels in NCHW.
      .choice('tile_p', alongPixels ? vectors : rows)
      .choice('tile_oc', alongPixels ? rows : vectors)
      // Which loop over the register tiles of a block is the inner one.
      .choice('inner', ['p', 'oc'])
      // The blocks that threads share.
      .choice('parallel', threads > 1 ? ['p', 'oc', 'none'] : ['none'])
  );
}

/** What each of several threads has of an extent, up to a whole step, and half of that. */
function sharesOf(extent: number, step: number, threads: number): number[] {
  if (threads === 1) return [];
  return [1, 2].map((parts) => Math.ceil(extent / (threads * parts * step)) * step);
}

type Knobs = KnobsOf<typeof defineKnobs>;
type ChannelBlock = Pick<Knobs, 'block_oc' | 'inner'>;

/** `patches`: what the template allows. */
export function defineMatmul(workload: Workload, target: SimdTarget, patches: readonly Patches[]): Space<Knobs> {
  const shape = conv2dShape(workload);
  const { alongPixels, pixels, channels, vectored } = extentsOf(shape);
  const { lanes, registers } = target.vector;
  const vectorsOf = (c: { tile_p: number; tile_oc: number }): number =>
    Math.ceil((alongPixels ? c.tile_p : c.tile_oc) / lanes);
  const knobs = defineKnobs(shape, target, patches);
  if (!patchProducts(shape, target.vector).matrices)
    knobs
      .constraint(tooManyRegisters(target.vector), (c) => {
        return tileRegisters(alongPixels ? c.tile_oc : c.tile_p, vectorsOf(c)) <= registers;
      })
      .constraint(tooMuchCode, (c) => {
        const [p, oc] = [unrolledIterations(pixels, c.tile_p), unrolledIterations(channels, c.tile_oc)];
        const columns = alongPixels ? oc * Math.ceil(p / lanes) : p * Math.ceil(oc / lanes);
        return columns <= maxUnrolled(target.vector);
      });
  return knobs
    .constraint(partVectors, (c) => fillsVectors(alongPixels ? c.tile_p : c.tile_oc, vectored, lanes))
    .constraint('a block must hold a tile', (c) => c.tile_p <= c.block_p && c.tile_oc <= c.block_oc)
    .constraint('threads share blocks only where there are several', (c) => {
      const { images, p, oc } = blocksOf(shape, c);
      return c.parallel === 'none' || images * p * oc > 1;
    })
    .build();
}

/** The best register tiles, in blocks of channels whose weights the L2 cache holds. */
export function suggestMatmul(workload: Workload, target: SimdTarget): Knobs[] {
  const { vector: unit, threads } = target;
  const shape = conv2dShape(workload);
  const { alongPixels, pixels, channels, vectored } = extentsOf(shape);
  const { lanes } = unit;
  const products = patchProducts(shape, unit);
  // What is read in place is widened in each tile of channels again.
  const patches = products.widened === undefined ? 'image' : 'copy';
  const common = { patches, block_p: 256, ...channelsInL2(shape, products) } as const;
  const registers = registersFor(products, unit);
  const [single, width] = [alongPixels ? channels : pixels, Math.ceil(vectored / lanes)];
  const tiles = products.matrices
    ? promisingMatrices(single, width, products.matrices)
    : promisingTiles(single, width, registers);
  return tiles.map(({ rows, vectors }) => {
    const along = Math.min(vectored, vectors * lanes);
    const [tile_p, tile_oc] = alongPixels ? [along, rows] : [rows, along];
    const blocks = { ...common, block_oc: Math.max(common.block_oc, tile_oc), tile_p, tile_oc };
    return threads === 1 ? { ...blocks, parallel: 'none' } : { ...blocks, ...sharedBlocks(shape, blocks, target) };
  });
}

/**
 * Blocks that threads share: of channels where an image has fewer pixels than these, so that the weights, which are
 * more than its patches, are read once; otherwise the largest of pixels that are shared evenly.
 */
function sharedBlocks(
  shape: Conv2dShape,
  { block_p, tile_p, block_oc, inner, tile_oc }: Omit<Knobs, 'patches' | 'parallel'>,
  { threads, vector: { lanes } }: SimdTarget,
): Omit<Knobs, 'patches' | 'tile_p' | 'tile_oc'> {
  const { alongPixels, pixels, channels } = extentsOf(shape);
  const [share] = sharesOf(channels, alongPixels ? 1 : lanes, threads);
  const ofChannels = { block_p, block_oc: Math.max(share!, tile_oc), inner: 'p', parallel: 'oc' } as const;
  const cut = blocksOf(shape, { ...ofChannels, tile_p, tile_oc });
  if (channels > pixels && cut.images === 1 && cut.oc >= threads) return ofChannels;
  const largestShare = (size: number): number => {
    const { images, p } = blocksOf(shape, { block_p: size, tile_p, block_oc, tile_oc });
    return Math.ceil((images * p) / threads) * Math.ceil(size / tile_p);
  };
  const sizes = [...blocks, ...sharesOf(pixels, alongPixels ? lanes : 1, threads)];
  const [even = block_p] = sizes
    .filter((size) => size >= tile_p && size <= block_p)
    .toSorted((a, b) => largestShare(a) - largestShare(b) || b - a);
  const { images, p, oc } = blocksOf(shape, { block_p: even, tile_p, block_oc, tile_oc });
  return { block_p: even, block_oc, inner, parallel: images * p * oc > 1 ? 'p' : 'none' };
}

/** FLOPs that take as long as the products alone: vectors along few channels, or pixels, are partly empty. */
export function workOfMatmul(workload: Workload, { vector }: SimdTarget): number {
  const shape = conv2dShape(workload);
  const { vectored, pixels, channels } = extentsOf(shape);
  const filled = (conv2d.flops(workload) * filling(vectored, vector.lanes)) / vectored;
  return patchProducts(shape, vector).matrices ? workInMatrices(filled, pixels * channels) : filled;
}

/** Bytes of weights that the L2 cache keeps easily beside what else is read, and at most. */
const KEPT = { easily: 256 << 10, most: 512 << 10 };

/**
 * Tiles of pixels read the weights of all a block's channels again. Where the L2 cache does not keep those of the
 * smallest block, tiles of channels go through the pixels instead.
 */
function channelsInL2(shape: Conv2dShape, products: Products): ChannelBlock {
  const bytes = panelBytes(shape, products, 1);
  const [most, few, fewest] = [256, 128, 64];
  const block_oc = [most, few].find((channels) => bytes * channels <= KEPT.easily) ?? fewest;
  return bytes * block_oc <= KEPT.most ? { block_oc, inner: 'oc' } : { block_oc: most, inner: 'p' };
}

/** How many blocks of whole tiles there are of pixels and of channels; in NCHW those of pixels are of each image. */
function blocksOf(
  shape: Conv2dShape,
  c: Pick<Knobs, 'tile_p' | 'block_p' | 'tile_oc' | 'block_oc'>,
): { images: number; p: number; oc: number } {
  const [oh, ow] = outputSize(shape);
  const blocks = (extent: number, tile: number, block: number): number =>
    Math.ceil(Math.ceil(extent / tile) / Math.ceil(block / tile));
  const images = shape.layout === 'NCHW' ? shape.batch : 1;
  const pixels = (shape.batch * oh * ow) / images;
  return { images, p: blocks(pixels, c.tile_p, c.block_p), oc: blocks(shape.outChannels, c.tile_oc, c.block_oc) };
}

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
  const { computation, patches, filters, product } = computationOf(shape, (...inputs) =>
    narrowProduct(shape, products, ...inputs),
  );
  const s = new Schedule(computation);
  const sums = s.stage(product);
  const shift = products.shift === 0 ? undefined : s.shift(sums, patches, products.shift);
  const weights = packFilters(s, filters, knobs.tile_oc, products);
  const isCopied = knobs.patches === 'copy';
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

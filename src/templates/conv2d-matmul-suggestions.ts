/** What convolutions as a matmul (`conv2d-as-matmul.ts`) would try first, and how much work that is. */
import { conv2d, conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { Workload } from '../operator/operator.js';
import type { SimdTarget } from '../target/target.js';
import { blocks, blocksOf, extentsOf, sharesOf, type Knobs } from './conv2d-matmul-knobs.js';
import { promisingMatrices, registerHeight, workInMatrices } from './matrix-tile.js';
import { registersFor, type Products } from './narrow.js';
import { panelBytes } from './narrow-image.js';
import { patchProducts, readsLines } from './narrow-patches.js';
import { filling, promisingTiles } from './register-tile.js';

type ChannelBlock = Pick<Knobs, 'block_oc' | 'inner'>;

/** The best register tiles, in blocks of channels whose weights the L2 cache holds. */
export function suggestMatmul(workload: Workload, target: SimdTarget): Knobs[] {
  const { vector: unit, threads } = target;
  const shape = conv2dShape(workload);
  const { alongPixels, pixels, channels, vectored } = extentsOf(shape);
  const { lanes } = unit;
  const products = patchProducts(shape, unit);
  if (products.matrices) return suggestInMatrices(shape, products, target);
  // What is read in place is widened in each tile of channels again.
  const patches = products.widened === undefined ? 'image' : 'copy';
  const common = { patches, block_p: 256, ...channelsInL2(shape, products) } as const;
  const registers = registersFor(products, unit);
  const tiles = promisingTiles(alongPixels ? channels : pixels, Math.ceil(vectored / lanes), registers);
  return tiles.map(({ rows, vectors }) => {
    const along = Math.min(vectored, vectors * lanes);
    const [tile_p, tile_oc] = alongPixels ? [along, rows] : [rows, along];
    const blocks = { ...common, block_oc: Math.max(common.block_oc, tile_oc), tile_p, tile_oc };
    return threads === 1 ? { ...blocks, parallel: 'none' } : { ...blocks, ...sharedBlocks(shape, blocks, target) };
  });
}

/** Pixels of a register, of 16, from which on it is better to read lines of the image than copies of patches. */
const LONG_LINE = 12;

/** The most even tiles of matrix registers, of lines of the image where these are long, and otherwise of copies. */
function suggestInMatrices(shape: Conv2dShape, products: Products, target: SimdTarget): Knobs[] {
  const { pixels, channels } = extentsOf(shape);
  const { lanes } = target.vector;
  const unit = products.matrices!;
  const tiles = promisingMatrices(pixels, Math.ceil(channels / lanes), unit, outputSize(shape)[1]);
  const knobsOf = (patches: 'copy' | 'image'): Knobs[] =>
    tiles.map(({ rows, vectors }) => {
      const block_p = patches === 'copy' ? Math.max(rows, 64) : 256;
      const tile = { tile_p: rows, tile_oc: Math.min(channels, vectors * lanes) };
      const cut = { block_p, ...channelsInL2(shape, products), ...tile };
      const shared = target.threads === 1 ? ({ parallel: 'none' } as const) : sharedBlocks(shape, cut, target);
      return { patches, ...cut, ...shared };
    });
  const heightOf = ({ tile_p }: Knobs): number => registerHeight(tile_p, unit);
  const inPlace = knobsOf('image').filter((knobs) => readsLines(shape, products, knobs.tile_p, heightOf(knobs)));
  const isLong = (knobs: Knobs): boolean => heightOf(knobs) >= Math.min(LONG_LINE, pixels);
  return [...inPlace.filter(isLong), ...knobsOf('copy'), ...inPlace.filter((knobs) => !isLong(knobs))];
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

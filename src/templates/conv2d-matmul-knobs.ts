/** The knobs of a convolution as a matmul (`conv2d-as-matmul.ts`): tiles, blocks, and how patches are read. */
import { conv2dShape, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { Space } from '../space/space.js';
import type { SimdTarget } from '../target/target.js';
import { registerHeight, tileHeights, widestTile } from './matrix-tile.js';
import { patchesInMatrices, patchProducts, readsLines } from './narrow-patches.js';
import {
  fillsVectors,
  maxUnrolled,
  partVectors,
  unrolledIterations,
  tileRegisters,
  tileSizes,
  tooManyRegisters,
  tooMuchCode,
} from './register-tile.js';

/** Whether patches are copied, a block at a time, or read from the image. */
type Patches = 'copy' | 'image';

const tiles = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 24, 28];
export const blocks = [64, 128, 256, 512, 1024];

interface Extents {
  /** Whether vectors run along pixels, rather than along channels. */
  readonly alongPixels: boolean;
  /** In NCHW those of one image. */
  readonly pixels: number;
  readonly channels: number;
  /** Whichever of both vectors run along. */
  readonly vectored: number;
}

export function extentsOf(shape: Conv2dShape): Extents {
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
  const rows = matrices ? tileHeights(single, matrices, outputSize(shape)[1]) : tileSizes(single, tiles, 28);
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
export function sharesOf(extent: number, step: number, threads: number): number[] {
  if (threads === 1) return [];
  return [1, 2].map((parts) => Math.ceil(extent / (threads * parts * step)) * step);
}

export type Knobs = KnobsOf<typeof defineKnobs>;

/** `patches`: what the template allows. */
export function defineMatmul(workload: Workload, target: SimdTarget, patches: readonly Patches[]): Space<Knobs> {
  const shape = conv2dShape(workload);
  const { alongPixels, pixels, channels, vectored } = extentsOf(shape);
  const { lanes, registers } = target.vector;
  const vectorsOf = (c: { tile_p: number; tile_oc: number }): number =>
    Math.ceil((alongPixels ? c.tile_p : c.tile_oc) / lanes);
  const products = patchProducts(shape, target.vector);
  const knobs = defineKnobs(shape, target, products.matrices ? patchesInMatrices(shape, products) : patches);
  if (products.matrices)
    knobs.constraint('registers hold pixels of one line where these are read in place', (c) => {
      return (
        c.patches === 'copy' || readsLines(shape, products, c.tile_p, registerHeight(c.tile_p, products.matrices!))
      );
    });
  else
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

/** How many blocks of whole tiles there are of pixels and of channels; in NCHW those of pixels are of each image. */
export function blocksOf(
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

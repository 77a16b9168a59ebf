/** The knobs of direct convolutions (`conv2d-direct.ts`). */
import { computedIn } from '../ir/tensor.js';
import { conv2dComputation, outputSize, type Conv2dShape } from '../operator/conv2d.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import type { VectorUnit } from '../target/vector-unit.js';
import { canBlock } from './blocked-layout.js';
import { channelProducts, needsCopy } from './narrow-image.js';
import type { Products } from './narrow.js';
import { divisors, tileSizes } from './register-tile.js';

/**
 * Bytes of weights beyond which a block of channels is worth another pass over the output; a fixed number, so that a
 * log's configs are valid wherever weights are packed alike.
 */
export const largeWeights = 256 << 10;

/** Columns of a register tile, besides the divisors of the image's width. */
const widths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 24, 28, 32, 48, 56, 64];
const orders = ['ic_kh_kw', 'kh_kw_ic', 'kh_ic_kw'] as const;

export function defineKnobs(shape: Conv2dShape, { vector: unit }: SimdTarget) {
  const { lanes } = unit;
  const products = productsIn(shape, unit);
  const [oh, ow] = outputSize(shape);
  const ocg = shape.outChannels / shape.groups;
  const icg = shape.inChannels / shape.groups;
  const pixels = shape.layout === 'NCHW' && shape.stride[1] === 1 && ow > 1;
  const sideBySide = shape.layout !== 'NCHW' && shape.groups === 1 && shape.dilation[1] === 1 && shape.kernel[1] > 1;
  return (
    new SpaceBuilder()
      // The activations' layout, where it is ours to choose: NHWC, or blocks of channels as wide as a vector; or a
      // plane for each of few input channels, as pictures come.
      .choice('layout', activationLayouts(shape, products, lanes))
      // What a vector runs along: output channels, or pixels of a row.
      .choice('vector', pixels ? ['oc', 'ow'] : ['oc'])
      .choice('lanes', lanes > 4 ? [lanes, lanes / 2] : [lanes])
      // Register tile: output channels, rows and columns of pixels.
      .choice('tile_oc', tileSizes(ocg, [1, 2, 3, 4, 5, 6, 7, 8, 12, 14, 16, 24, 32, 48, 64], 28))
      .choice('tile_oh', tileSizes(oh, [1, 2, 3, 4, 7], 4))
      .choice('tile_ow', tileSizes(ow, [...widths, ...divisors(ow, 28)], 28))
      // Input channels that are summed in registers before the output is touched.
      .choice('block_ic', channelBlocks(shape, icg, products))
      // Order of the sum, and of the packed weights; `kwic`: one loop over the columns of the kernel and their
      // channels, which are contiguous in NHWC.
      .choice('order', sideBySide ? [...orders, 'kh_kwic' as const] : orders)
      .choice('unroll_kw', shape.kernel[1] > 1 && shape.kernel[1] <= 7 ? [true, false] : [false])
      // Which outer loop comes first: tiles of channels, or rows.
      .choice('outer', ['oc', 'oh'])
      // The zero border: there is none; added to the whole image, or to each tile of rows; or its multiplications are
      // skipped. Narrow elements may be copied for other reasons (`narrow-image.ts`), in the same places.
      .choice('pad_at', placesOfBorder(shape, products))
  );
}

/** Input channels that may lie in planes: what is broadcast is read from as many places. */
const MOST_PLANES = 4;

export function activationLayouts(
  shape: Conv2dShape,
  products: Products,
  lanes: number,
): ('given' | 'blocks' | 'planes')[] {
  if (canBlock(shape, lanes)) return ['given', 'blocks'];
  const { layout, groups, inChannels } = shape;
  const arePlanes = layout === 'any' && groups === 1 && inChannels > 1 && inChannels <= MOST_PLANES;
  return arePlanes && products.widened === undefined && !needsCopy(shape, products) ? ['given', 'planes'] : ['given'];
}

export function productsIn(shape: Conv2dShape, unit: VectorUnit): Products {
  const [oh, ow] = outputSize(shape);
  return channelProducts(shape, shape.batch * oh * ow, unit);
}

export function placesOfBorder(shape: Conv2dShape, products: Products): ('none' | 'root' | 'row' | 'skip')[] {
  // Of fewer channels than a group, what a tile of rows reads has no room for whole groups.
  if (needsCopy(shape, products)) return shape.inChannels / shape.groups < products.group ? ['root'] : ['root', 'row'];
  if (shape.pad.some((p) => p > 0)) return ['root', 'row', 'skip'];
  return products.widened === undefined ? ['none'] : ['none', 'root', 'row'];
}

/** Blocks of whole groups; one block where sums cannot be added up in the output. */
function channelBlocks(shape: Conv2dShape, channels: number, { group }: Products): number[] {
  if (conv2dComputation(shape).output.dtype !== computedIn(shape.dtype)) return [channels];
  return [channels, ...divisors(channels, channels - 1).filter((d) => d >= 32 && d % group === 0)];
}

export type DirectKnobs = KnobsOf<typeof defineKnobs>;

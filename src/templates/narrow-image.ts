/**
 * Copies of a convolution's image for products of narrow elements: with the channels in whole groups side by side, in
 * 16 bits, or as wide as the sums (see `narrow.ts`).
 */
import type { Layout as MemoryLayout } from '../ir/layout.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Tensor } from '../ir/tensor.js';
import { elementBytes, weightsOf } from '../ir/tensor.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import type { VectorUnit } from '../target/vector-unit.js';
import { inGroups, productsOf, type Products } from './narrow.js';
import { widenInVectors } from './vector-axis.js';
import { inputsOf } from './weights.js';

/** What a sum over channels, in an image of a layout, says of its terms. */
type ImageShape = Pick<Conv2dShape, 'dtype' | 'layout' | 'inChannels' | 'groups' | 'kernel'>;

/** How so many `pixels` are multiplied by all weights: groups run along channels, of which there may be fewer. */
export function channelProducts(shape: ImageShape, pixels: number, unit: VectorUnit): Products {
  const { dtype, inChannels, groups, kernel } = shape;
  return productsOf(dtype, (inChannels / groups) * kernel[0] * kernel[1], pixels, unit);
}

/** Whether groups are of another type, or the channels of a pixel no whole ones where they lie. */
export function needsCopy(shape: ImageShape, { group, widened }: Products): boolean {
  return group > 1 && (widened !== undefined || !liesInGroups(shape, group));
}

function liesInGroups({ layout, inChannels, groups }: ImageShape, group: number): boolean {
  return layout !== 'NCHW' && (inChannels / groups) % group === 0;
}

/** Bytes of a vector's panel of weights, in whole groups of channels. */
export function panelBytes(
  { dtype, inChannels, groups, kernel }: ImageShape,
  { group, ahead = weightsOf(dtype) }: Products,
  lanes: number,
): number {
  const channels = Math.ceil(inChannels / groups / group) * group;
  return elementBytes(ahead) * lanes * channels * kernel[0] * kernel[1];
}

/** The stage that adds the zero border to the image, where there is one. */
export function borderOf(s: Schedule): Stage | undefined {
  return s.stages.find(({ tensor }) => tensor.name === 'padded');
}

/** The image that the sum reads, with its border. */
export function imageOf(s: Schedule): Tensor {
  return borderOf(s)?.tensor ?? inputsOf(s)[0];
}

/**
 * Copies the image, border included, into `layout`, by default its own with channels in groups; what is widened, in
 * vectors of `lanes` where channels are neighbours. Returns the copy.
 */
export function copyImage(
  s: Schedule,
  shape: ImageShape,
  products: Products,
  lanes: number,
  layout: MemoryLayout = groupedLayout(shape, products),
): Stage {
  const border = borderOf(s);
  const copy = s.pack(imageOf(s), layout, 'workspace', products.widened);
  if (border) s.inline(border.tensor);
  if (products.widened !== undefined && liesInGroups(shape, products.group))
    widenInVectors(copy, copy.loops.at(-1)!, lanes);
  return copy;
}

/** Of [n, h, w, g, c], or [n, g, c, h, w] in NCHW. */
function groupedLayout(shape: ImageShape, products: Products): MemoryLayout {
  const { layout } = shape;
  if (liesInGroups(shape, products.group)) return [0, 1, 2, 3, 4];
  const [first, ...inner] = inGroups(layout === 'NCHW' ? 2 : 4, products);
  return layout === 'NCHW' ? [0, 1, first, 3, 4, ...inner] : [0, 1, 2, 3, first, ...inner];
}

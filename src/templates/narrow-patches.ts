/**
 * A convolution of narrow elements as a matmul (`conv2d-as-matmul.ts`): the sum runs over the taps and the channels of
 * each as one axis, so that groups (`narrow.ts`) may have channels of two taps, and is zeros up to whole steps.
 */
import { at, compute, sum, times } from '../ir/compute.js';
import { constant, subtract, type Index } from '../ir/index.js';
import type { Layout as MemoryLayout } from '../ir/layout.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { computedIn, type Tensor, type Value } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { outputSize, type Conv2dShape } from '../operator/conv2d.js';
import type { VectorUnit } from '../target/vector-unit.js';
import { stepOf } from './conv2d-product.js';
import { inGroups, isNarrow, matrixProductsOf, productsOf, type Products } from './narrow.js';
import { GROUP } from '../target/vector-unit.js';
import { widenInVectors } from './vector-axis.js';
import { panelsOf, type WeightPanels } from './weights.js';

/** Elements of a patch. */
function termsOf({ inChannels, groups, kernel }: Conv2dShape): number {
  return (inChannels / groups) * kernel[0] * kernel[1];
}

export function patchProducts(s: Conv2dShape, unit: VectorUnit): Products {
  const [oh, ow] = outputSize(s);
  const pixels = s.batch * oh * ow;
  if (s.layout === 'NCHW') return productsOf(s.dtype, termsOf(s), pixels, unit);
  return matrixProductsOf(s.dtype, termsOf(s), pixels, unit);
}

/** Whether pixels may be read where they are: channels of one that are whole groups side by side, and not copied. */
export function readsPixels(s: Conv2dShape, { group, step, widened }: Products): boolean {
  return group === 1 || (s.layout !== 'NCHW' && termsOf(s) % step === 0 && widened === undefined);
}

/**
 * Whether tiles of so many rows, in registers of `inRegister`, may be read where pixels are: a step of the sum is
 * channels of one tap, and the rows of a register lie as far from each other as those of one line of the image, in
 * which they are unless all lines are one.
 */
export function readsLines(s: Conv2dShape, { step }: Products, rows: number, inRegister: number): boolean {
  const [, width] = outputSize(s);
  const isOneLine = [...s.pad, ...s.stride.map((by) => by - 1), ...s.kernel.map((k) => k - 1)].every((n) => n === 0);
  const isInLine = width % inRegister === 0 && rows % inRegister === 0;
  return s.layout !== 'NCHW' && (s.inChannels / s.groups) % step === 0 && (isOneLine || isInLine);
}

/**
 * Whether the taps of a row, all of their channels, are copied in one run from an image with its border: where the
 * channels of a tap are too few for groups.
 */
export function hasLongRows(s: Conv2dShape): boolean {
  const { dtype, layout, inChannels, kernel, dilation } = s;
  return isNarrow(dtype) && layout !== 'NCHW' && inChannels < GROUP && kernel[1] > 1 && dilation[1] === 1;
}

/** The shape as it is over an image that has its border. */
export function withoutBorder(s: Conv2dShape): Conv2dShape {
  return { ...s, pad: [0, 0, 0, 0] };
}

/** What the patch of a pixel has at a tap and a channel. */
export type PatchElement = (pixel: Index, tap: readonly [Index, Index], channel: Index) => Value;

interface NarrowProduct {
  readonly patches: Tensor;
  readonly filters: Tensor;
  readonly product: Tensor;
}

/** product[p, oc] = Σ patches[p, k] · filters[oc, k]. */
export function narrowProduct(
  s: Conv2dShape,
  { step }: Products,
  weights: Tensor,
  pixels: number,
  element: PatchElement,
): NarrowProduct {
  const terms = termsOf(s);
  const whole = Math.ceil(terms / step) * step;
  const inside = (k: Index, value: Value): Value =>
    terms === whole ? value : select([subtract(constant(terms - 1), k)], value, constantValue(0));
  const patches = compute(
    'patches',
    [pixels, whole],
    ['p', 'k'],
    ([p, k]) => {
      const { tap, ic } = stepOf(k, s);
      return inside(k, element(p, tap, ic));
    },
    s.dtype,
  );
  const filters = compute(
    'filters',
    [s.outChannels, whole],
    ['oc', 'k'],
    ([oc, k]) => {
      const { tap, ic } = stepOf(k, s);
      return inside(k, at(weights, oc, ic, ...tap));
    },
    weights.dtype,
  );
  const product = sum(
    'product',
    [pixels, s.outChannels],
    ['p', 'oc'],
    { k: whole },
    ([p, oc], { k }) => times(at(patches, p, k), at(filters, oc, k)),
    undefined,
    computedIn(s.dtype),
  );
  return { patches, filters, product };
}

/** Filters in panels of `tile` output channels. */
export function packFilters(s: Schedule, filters: Tensor, tile: number, products: Products): WeightPanels {
  const [steps, ...group] = inGroups(1, products);
  const layout: MemoryLayout = [{ dim: 0, part: 'outer', tile }, steps, { dim: 0, part: 'inner', tile }, ...group];
  const isConstant = s.computation.constants.length > 0;
  const stage = isConstant
    ? s.pack(filters, layout, 'prepacked', products.ahead)
    : s.pack(filters, layout, 'workspace', products.widened);
  s.inline(filters);
  return panelsOf(stage, stage.tensor.shape, layout);
}

/** Copies patches: one after the other or, `tile` given, in panels of so many pixels. Returns the copy. */
export function copyNarrowPatches(
  s: Schedule,
  patches: Tensor,
  shape: Conv2dShape,
  tile: number | undefined,
  products: Products,
  lanes: number,
): Stage {
  const isWidened = products.widened !== undefined;
  const copy = isWidened ? s.pack(patches, [0, 1], 'workspace', products.widened) : s.stage(patches);
  if (isWidened) s.inline(patches);
  const [pixels, steps] = copy.loops;
  if (tile !== undefined) {
    const [first, ...group] = inGroups(1, products);
    // Whole vectors of pixels, also where these are fewer.
    const whole = Math.ceil(tile / lanes) * lanes;
    copy.store([{ dim: 0, part: 'outer', tile: whole }, first, { dim: 0, part: 'inner', tile: whole }, ...group]);
    copy.reorder(steps!, pixels!);
    return copy;
  }
  const run = shape.inChannels * (hasLongRows(shape) ? shape.kernel[1] : 1);
  const [, elements] = copy.split(steps!, run, 'peel');
  if (isWidened && run % lanes === 0) widenInVectors(copy, elements, lanes);
  return copy;
}

/** How patches of which matrices are made may be read, where their tiles fit the lines of the image. */
export function patchesInMatrices(s: Conv2dShape, products: Products): ('copy' | 'image')[] {
  return readsLines(s, products, 1, 1) ? ['image', 'copy'] : ['copy'];
}

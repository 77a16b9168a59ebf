/**
 * A convolution as a product of matrices, for templates that tile one: patches of the image, [pixels, k], times
 * filters, [k, output channels]. The sum runs over the rows of the kernel, its columns and the input channels,
 * innermost. Neither operand exists until a schedule copies a tile of it.
 */
import { add, constant, div, mod, scale, subtract } from '../ir/index.js';
import type { Index } from '../ir/index.js';
import { at, compute, input, sum, times } from '../ir/compute.js';
import type { Computation, Tensor, Value } from '../ir/tensor.js';
import { select } from '../ir/value.js';
import { borderOf, insideImage, outputSize } from '../operator/conv2d.js';
import type { Conv2dShape } from '../operator/conv2d.js';
import { buildTail } from '../operator/epilogue.js';

/**
 * Where channels are innermost (NHWC), the output is [pixels of all images, groups, channels], and its pixels are rows;
 * in NCHW it is [images, groups, channels, pixels of one], and pixels are columns: what is contiguous is along columns.
 * In memory that is the output of the operator.
 */
export interface Conv2dProduct {
  readonly computation: Computation;
  /** [groups, pixels, k]; in NCHW [images, groups, k, pixels]. */
  readonly patches: Tensor;
  /** [groups, output channels, k], as weights lie in memory; transposed: [groups, k, output channels]. */
  readonly filters: Tensor;
  readonly extents: ProductExtents;
}

export interface ProductExtents {
  /** Images and groups, whose products are a batch. */
  readonly batch: number;
  readonly pixels: number;
  readonly channels: number;
  readonly k: number;
}

export function productExtents(s: Conv2dShape): ProductExtents {
  const [oh, ow] = outputSize(s);
  const [images, beside] = s.layout === 'NCHW' ? [1, s.batch] : [s.batch, 1];
  return {
    batch: beside * s.groups,
    pixels: images * oh * ow,
    channels: s.outChannels / s.groups,
    k: s.kernel[0] * s.kernel[1] * (s.inChannels / s.groups),
  };
}

export function conv2dProduct(s: Conv2dShape, transposed: boolean): Conv2dProduct {
  const extents = productExtents(s);
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const channelsFirst = s.layout === 'NCHW';
  const data = input(
    'data',
    channelsFirst ? [s.batch, s.groups, icg, s.height, s.width] : [s.batch, s.height, s.width, s.groups, icg],
    s.dtype,
  );
  const weights = input('weights', [s.groups, ocg, icg, ...s.kernel], s.dtype);
  const patches = channelsFirst ? patchesOfImages(data, s, extents) : patchesOfAll(data, s, extents);
  const filters = filtersOf(weights, s, extents, transposed);
  const product = (place: readonly Index[], g: Index, oc: Index, k: Index): Value =>
    times(at(patches, ...place), transposed ? at(filters, g, k, oc) : at(filters, g, oc, k));

  const { pixels, channels, k } = extents;
  const [shape, names] = channelsFirst
    ? [
        [s.batch, s.groups, channels, pixels],
        ['n', 'g', 'oc', 'p'],
      ]
    : [
        [pixels, s.groups, channels],
        ['p', 'g', 'oc'],
      ];
  const [groupAt, channelAt] = [names.indexOf('g'), names.indexOf('oc')];
  const tail = buildTail(s.epilogue, shape, [s.groups, ocg], (axes) => [axes[groupAt]!, axes[channelAt]!], {
    dtype: s.dtype,
  });
  const output = sum(
    'out',
    shape,
    names,
    { k },
    (axes, { k: step }) => {
      const [group, channel] = [axes[groupAt]!, axes[channelAt]!];
      const place = channelsFirst ? [axes[0]!, group, step, axes[3]!] : [group, axes[0]!, step];
      return product(place, group, channel, step);
    },
    tail.finish,
    s.dtype,
  );
  const constants = s.constant.length > 0 ? [weights] : [];
  return { computation: { inputs: [data, weights, ...tail.inputs], output, constants }, patches, filters, extents };
}

/** [groups, pixels of all images, k], channels innermost. */
function patchesOfAll(data: Tensor, s: Conv2dShape, { pixels, k }: ProductExtents): Tensor {
  const [oh, ow] = outputSize(s);
  return compute(
    'patches',
    [s.groups, pixels, k],
    ['g', 'p', 'k'],
    ([g, p, step]) => {
      const line = div(p, ow);
      const { ic, tap } = stepOf(step, s);
      return tapOf(s, [mod(line, oh), mod(p, ow)], tap, (row, column) => at(data, div(line, oh), row, column, g, ic));
    },
    data.dtype,
  );
}

/** [images, groups, k, pixels of one]. */
function patchesOfImages(data: Tensor, s: Conv2dShape, { pixels, k }: ProductExtents): Tensor {
  const [, ow] = outputSize(s);
  return compute(
    'patches',
    [s.batch, s.groups, k, pixels],
    ['n', 'g', 'k', 'p'],
    ([n, g, step, p]) => {
      const { ic, tap } = stepOf(step, s);
      return tapOf(s, [div(p, ow), mod(p, ow)], tap, (row, column) => at(data, n, g, ic, row, column));
    },
    data.dtype,
  );
}

function filtersOf(weights: Tensor, s: Conv2dShape, { channels, k }: ProductExtents, transposed: boolean): Tensor {
  const element = (g: Index, oc: Index, step: Index): Value => {
    const { ic, tap } = stepOf(step, s);
    return at(weights, g, oc, ic, ...tap);
  };
  return transposed
    ? compute(
        'filters',
        [s.groups, k, channels],
        ['g', 'k', 'oc'],
        ([g, step, oc]) => element(g, oc, step),
        weights.dtype,
      )
    : compute(
        'filters',
        [s.groups, channels, k],
        ['g', 'oc', 'k'],
        ([g, oc, step]) => element(g, oc, step),
        weights.dtype,
      );
}

/** Row and column of the kernel, and input channel, of a step of the sum. */
export function stepOf(k: Index, s: Conv2dShape): { tap: [Index, Index]; ic: Index } {
  const icg = s.inChannels / s.groups;
  const tap = div(k, icg);
  return { tap: [div(tap, s.kernel[1]), mod(tap, s.kernel[1])], ic: mod(k, icg) };
}

/**
 * What a tap of the kernel reads for an output pixel (row, column): `load` at a place of the image, what padding holds
 * on its border.
 */
export function tapOf(
  s: Conv2dShape,
  [y, x]: readonly [Index, Index],
  [kh, kw]: readonly [Index, Index],
  load: (row: Index, column: Index) => Value,
): Value {
  const along = (output: Index, tap: Index, d: 0 | 1): Index =>
    subtract(add(scale(output, s.stride[d]), scale(tap, s.dilation[d])), constant(s.pad[d]));
  const [row, column] = [along(y, kh, 0), along(x, kw, 1)];
  return select(insideImage(s, row, column, s.pad), load(row, column), borderOf(s));
}

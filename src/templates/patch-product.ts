/** conv2d as a product of patches, a row for each output pixel, and weights: what is computed, before any schedule. */
import { add, constant, div, mod, scale, subtract, type Index } from '../ir/index.js';
import { at, compute, input, sum, times } from '../ir/compute.js';
import { weightsOf, type Computation, type Tensor, type Value } from '../ir/tensor.js';
import { borderOf, insideImage, outputSize, paddingAlong, type Conv2dShape } from '../operator/conv2d.js';
import { buildTail } from '../operator/epilogue.js';
import { select } from '../ir/value.js';
import { tapOf } from './conv2d-product.js';
import { hasLongRows, withoutBorder, type PatchElement } from './narrow-patches.js';

/** Patches, and their product with weights: [pixels, output channels]. */
export interface PatchProduct {
  readonly patches: Tensor;
  readonly product: Tensor;
}

/**
 * out[pixel p, oc] = Σ patches[p, …] · weights[oc, …], with p = (n · OH + oh) · OW + ow. `bordered`: patches are those
 * of a copy of the image that has its border.
 */
export function computationOf<P extends PatchProduct>(
  s: Conv2dShape,
  multiply: (weights: Tensor, pixels: number, element: PatchElement) => P,
  bordered = hasLongRows(s),
): P & { computation: Computation } {
  const [oh, ow] = outputSize(s);
  const [kh, kw] = s.kernel;
  const arrange = <T>(n: T, h: T, w: T, c: T): [T, T, T, T] => (s.layout === 'NCHW' ? [n, c, h, w] : [n, h, w, c]);
  const data = input('data', arrange(s.batch, s.height, s.width, s.inChannels), s.dtype);
  const weights = input('weights', [s.outChannels, s.inChannels, kh, kw], weightsOf(s.dtype));
  const image = bordered ? padImage(data, s) : data;
  const multiplied = multiply(weights, s.batch * oh * ow, (p, tap, ic) => {
    const line = div(p, ow);
    return tapOf(image === data ? s : withoutBorder(s), [mod(line, oh), mod(p, ow)], tap, (row, column) =>
      at(image, ...arrange(div(line, oh), row, column, ic)),
    );
  });
  const outShape = arrange(s.batch, oh, ow, s.outChannels);
  const channelsAt = s.layout === 'NCHW' ? 1 : 3;
  const tail = buildTail(s.epilogue, outShape, [s.outChannels], (axes) => [axes[channelsAt]!], {
    dtype: s.dtype,
    terms: s.inChannels * kh * kw,
  });
  const finish = (axes: readonly [Index, Index, Index, Index]): Value => {
    const [n, y, x, oc] = s.layout === 'NCHW' ? [axes[0], axes[2], axes[3], axes[1]] : axes;
    const p = add(scale(add(scale(n, oh), y), ow), x);
    return tail.finish(at(multiplied.product, p, oc), axes);
  };
  const output = compute('out', outShape, arrange('n', 'oh', 'ow', 'oc'), finish, tail.dtype);
  const constants = s.constant.length > 0 ? [weights] : [];
  return { ...multiplied, computation: { inputs: [data, weights, ...tail.inputs], output, constants } };
}

/** [n, h, w, c] with its border. */
function padImage(data: Tensor, s: Conv2dShape): Tensor {
  const [top, left] = s.pad;
  const shape = [s.batch, s.height + paddingAlong(s, 0), s.width + paddingAlong(s, 1), s.inChannels];
  const element = ([n, y, x, c]: readonly [Index, Index, Index, Index]): Value => {
    const [row, column] = [subtract(y, constant(top)), subtract(x, constant(left))];
    return select(insideImage(s, row, column, s.pad), at(data, n, row, column, c), borderOf(s));
  };
  return compute('padded', shape, ['n', 'ih', 'iw', 'ic'], element, data.dtype);
}

/** Σ patches[p, kh, kw, ic] · weights[oc, ic, kh, kw]. */
export function floatProduct(s: Conv2dShape, weights: Tensor, pixels: number, element: PatchElement): PatchProduct {
  const [kh, kw] = s.kernel;
  const patches = compute('patches', [pixels, kh, kw, s.inChannels], ['p', 'kh', 'kw', 'ic'], ([p, y, x, ic]) =>
    element(p, [y, x], ic),
  );
  const product = sum(
    'product',
    [pixels, s.outChannels],
    ['p', 'oc'],
    { kh, kw, ic: s.inChannels },
    ([p, oc], { kh: y, kw: x, ic }) => times(at(patches, p, y, x, ic), at(weights, oc, ic, y, x)),
  );
  return { patches, product };
}

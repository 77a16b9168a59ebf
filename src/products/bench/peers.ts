import { isValueType } from '../../ir/tensor.js';
import { conv2dShape, type Conv2dShape } from '../../operator/conv2d.js';
import { conv2dTransposeShape, type Conv2dTransposeShape } from '../../operator/conv2d-transpose.js';
import type { Workload } from '../../operator/operator.js';
import { productShape, type ProductShape } from '../../operator/product.js';
import { blis, libxsmm, onednn, onnxruntime, openblas } from './libraries.js';
import type { Peer } from './peer.js';
import { roundingOf, typeWords } from './peer-types.js';

/**
 * The peers of a workload; none where no library has it. They compute it without its epilogue, requantisation apart:
 * what they are spared counts in their favour. On narrow types there is oneDNN.
 */
export function peersOf(workload: Workload): readonly Peer[] {
  switch (workload.operator) {
    case 'matmul':
    case 'batch_matmul':
    case 'dense':
      return productPeers(productShape(workload));
    case 'conv2d':
      return convPeers(conv2dShape(workload));
    case 'conv2d_transpose':
      return transposedConvPeers(conv2dTransposeShape(workload));
    default:
      return [];
  }
}

/**
 * The libraries that multiply matrices: C[m,n] = A[m,k] * B[k,n], row-major, either operand transposed, or a batch of
 * them. Where B is constant, those that can choose its layout may.
 */
export function productPeers(shape: ProductShape): readonly Peer[] {
  const { batch = 1, m, n, k, transA, transB, constant } = shape;
  const args = sizes({ batch, m, n, k, ta: Number(transA), tb: Number(transB) });
  const isConstant = constant.length > 0;
  const isOnFloats = isValueType(shape.dtype);
  const ways = [...(isOnFloats ? ['sgemm'] : []), 'matmul', ...(isConstant ? ['packed'] : [])];
  const common = { args, competes: true };
  const ofOnednn = ways.map((way) => ({
    ...{ ...common, ...roundingOf(shape) },
    name: `oneDNN ${way}`,
    library: 'oneDNN',
    program: { ...onednn, source: 'onednn_gemm.c' },
    args: [...args, `way=${way}`, ...typeWords(shape)],
  }));
  if (!isOnFloats) return ofOnednn;
  return [
    { ...common, name: 'OpenBLAS', library: 'OpenBLAS', program: { ...openblas, source: 'openblas.c' } },
    { ...common, name: 'BLIS', library: 'BLIS', program: { ...blis, source: 'blis.c' } },
    { ...common, name: 'libxsmm', library: 'libxsmm', program: { ...libxsmm, source: 'libxsmm.c' } },
    ...ofOnednn,
    onnxPeer('product', [...args, `constant=${Number(isConstant)}`], true),
  ];
}

/**
 * oneDNN's algorithms with every layout its own choice, and with plain activations; and ONNX Runtime, whose are NCHW.
 */
export function convPeers(shape: Conv2dShape): readonly Peer[] {
  const args = sizes(imageSizes(shape));
  const isOnFloats = isValueType(shape.dtype);
  const winograd: ImageWay = { name: 'oneDNN Winograd', layout: 'any', more: ['algorithm=winograd'] };
  return imagePeers(shape, 'onednn_conv.c', args, [
    { name: 'oneDNN direct', layout: 'any', more: ['algorithm=direct'] },
    ...(isOnFloats ? [winograd] : []),
    { name: 'oneDNN NCHW', layout: 'NCHW', more: ['algorithm=direct'] },
    { name: 'oneDNN NHWC', layout: 'NHWC', more: ['algorithm=direct'] },
  ]).concat(isOnFloats ? onnxPeer('convolution', [...args, constantFlag(shape)], isRival('NCHW', shape)) : []);
}

/** The same of transposed convolutions. */
function transposedConvPeers(shape: Conv2dTransposeShape): readonly Peer[] {
  const [oph, opw] = shape.outputPadding;
  const args = sizes({ ...imageSizes(shape), oph, opw });
  return imagePeers(shape, 'onednn_deconv.c', args, [
    { name: 'oneDNN', layout: 'any', more: [] },
    { name: 'oneDNN NCHW', layout: 'NCHW', more: [] },
    { name: 'oneDNN NHWC', layout: 'NHWC', more: [] },
  ]).concat(
    isValueType(shape.dtype)
      ? onnxPeer('transposedConvolution', [...args, constantFlag(shape)], isRival('NCHW', shape))
      : [],
  );
}

type ImageShape = Pick<Conv2dShape, 'layout' | 'constant' | 'dtype' | 'epilogue'> &
  Omit<Conv2dTransposeShape, 'outputPadding'>;

/** A way to call oneDNN. */
interface ImageWay {
  readonly name: string;
  /** Of the activations. */
  readonly layout: ImageShape['layout'];
  readonly more: readonly string[];
}

function imagePeers(
  shape: ImageShape,
  source: string,
  args: readonly string[],
  ways: readonly ImageWay[],
): readonly Peer[] {
  return ways.map(({ name, layout, more }) => ({
    name,
    library: 'oneDNN',
    program: { ...onednn, source },
    args: [...args, ...more, `layout=${layout.toLowerCase()}`, constantFlag(shape), ...typeWords(shape)],
    ...roundingOf(shape),
    competes: isRival(layout, shape),
  }));
}

/** Whoever is free to choose may also choose a plain layout; a fixed one has rivals in that layout alone. */
function isRival(theirs: ImageShape['layout'], { layout }: ImageShape): boolean {
  return layout === 'any' || layout === theirs;
}

function onnxPeer(kind: string, args: readonly string[], competes: boolean): Peer {
  return { name: 'ONNX Runtime', library: 'ONNX Runtime', program: onnxruntime, args: [kind, ...args], competes };
}

function constantFlag({ constant }: Pick<ImageShape, 'constant'>): string {
  return `constant=${Number(constant.length > 0)}`;
}

/** The window and tensors of a convolution as the drivers take them. */
function imageSizes(shape: ImageShape): Readonly<Record<string, number>> {
  const { batch: n, inChannels: ic, height: h, width: w, outChannels: oc, groups: g } = shape;
  const [kh, kw] = shape.kernel;
  const [sh, sw] = shape.stride;
  const [pt, pl, pb, pr] = shape.pad;
  const [dh, dw] = shape.dilation;
  return { n, ic, h, w, oc, kh, kw, sh, sw, pt, pl, pb, pr, dh, dw, g };
}

function sizes(values: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${value}`);
}

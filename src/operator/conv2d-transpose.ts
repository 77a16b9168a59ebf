/**
 * conv2d_transpose (the gradient of conv2d with respect to its input, "deconvolution"): out[n, oc, ih*stride +
 * kh*dilation - pad, …] += data[n, ic, ih, iw] * weights[ic, oc, kh, kw] for all ih, iw, ic, kh, kw, float32. Weights
 * are IOHW (I, O/groups, H, W), as PyTorch and TVM have them. Activations are NCHW, NHWC or `any`, groups an axis of
 * their own.
 */

import { z } from 'zod';
import { add, constant, div, gcd, mod, scale, subtract } from '../ir/index.js';
import type { Index } from '../ir/index.js';
import { at, compute, input, sum, times } from '../ir/compute.js';
import { weightsOf } from '../ir/tensor.js';
import type { Computation, Tensor } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import { sizes4, tensor } from './args.js';
import {
  arrangement,
  checkGroups,
  dataTensor,
  imageFields,
  imageTail,
  impliedPad,
  layoutFields,
  paddingAlong,
  placesOf,
  plainName,
  readPlainName,
  tailFields,
} from './conv2d.js';
import type { Activation } from './conv2d.js';
import { defineOperator } from './declaration.js';
import { checkTail } from './epilogue.js';
import type { Tail } from './epilogue.js';
import { elementTypeField, paddingField, pairField } from './fields.js';
import { checkSumLength } from './sum-length.js';
import { defined } from '../target/defined.js';

const schema = z.object({
  ...imageFields,
  pad: paddingField('--pad <size>', 'rows and columns cut off the output, 1, 1x2, or 1,1,0,0 (top,left,bottom,right)'),
  /** Which of the inputs of a strided conv2d this is the gradient of. */
  outputPadding: pairField('--output-padding <size>', 'more rows and columns at the end, 1x0', '0', 0),
  ...layoutFields,
  dtype: elementTypeField(),
  ...tailFields,
});

export type Conv2dTransposeShape = Readonly<z.infer<typeof schema>>;

/**
 * The generator of DCGAN (Radford, Metz and Chintala, ICLR 2016, figure 1), with the kernels of 4 that PyTorch's and
 * TVM's versions have.
 */
const workloads = Object.fromEntries(
  [
    [4, 1024, 512],
    [8, 512, 256],
    [16, 256, 128],
    [32, 128, 3],
  ].map(([extent, inChannels, outChannels], layer) => [
    `dcgan.G${layer + 1}`,
    {
      ...{ inChannels: `${inChannels}`, height: `${extent}`, width: `${extent}`, outChannels: `${outChannels}` },
      ...{ kernel: '4', stride: '2', pad: '1' },
    },
  ]),
);

const weightsTensor = tensor<Conv2dTransposeShape, z.infer<typeof sizes4>>(
  sizes4,
  (s) => [s.inChannels, s.outChannels / s.groups, ...s.kernel],
  ([, ocg, kh, kw], { groups = 1 }) => ({ outChannels: ocg * groups, kernel: [kh, kw] }),
  weightsOf,
);

export const conv2dTranspose = defineOperator<Conv2dTransposeShape>({
  name: 'conv2d_transpose',
  summary: 'two-dimensional transposed convolution, any stride, padding, dilation and groups',
  shape: schema,
  workloads,
  implied: impliedPad,
  describe: (s) => {
    const more = s.outputPadding.some((p) => p > 0) ? `-op${s.outputPadding.join('x')}` : '';
    return `${plainName(s)}${more}`;
  },
  undescribe: (name) => {
    const [plain = '', outputPadding] = name.split('-op');
    const shape = readPlainName(plain);
    return shape && { ...shape, ...defined({ outputPadding }) };
  },
  check: (s) => {
    checkGroups(s);
    checkOutput(s);
    checkSumLength(s.dtype, (s.inChannels / s.groups) * tapsAlong(s, 0) * tapsAlong(s, 1));
    checkTail(s);
  },
  log: {
    order: [
      ...[dataTensor, weightsTensor],
      ...(['stride', 'pad', 'dilation', 'layout', 'dtype', 'outputPadding', 'groups', 'epilogue', 'constant'] as const),
    ],
  },
  // As many as the convolution has of which this is the gradient; what falls off the output's edge is counted, as that
  // counts its border.
  flops: (s) =>
    2 * s.batch * s.inChannels * s.height * s.width * (s.outChannels / s.groups) * s.kernel[0] * s.kernel[1],
  computation,
});

export const conv2dTransposeShape = conv2dTranspose.shapeOf;

/** Rows and columns of the output. */
export function transposedSize(s: Conv2dTransposeShape): [number, number] {
  const along = (d: 0 | 1, extent: number): number =>
    (extent - 1) * s.stride[d] - paddingAlong(s, d) + s.dilation[d] * (s.kernel[d] - 1) + s.outputPadding[d] + 1;
  return [along(0, s.height), along(1, s.width)];
}

/**
 * The tensors that every schedule of a workload shares: arguments in their order, the output's shape and what finishes
 * its elements.
 */
export interface Signature {
  readonly data: Tensor;
  /** [g][ic][oc][kh][kw] */
  readonly weights: Tensor;
  readonly outShape: readonly number[];
  readonly outAxes: Activation<string>;
  readonly tail: Tail<Activation<Index>>;
  readonly computes: (output: Tensor) => Computation;
}

export function signature(s: Conv2dTransposeShape): Signature {
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const arrange = arrangement(s.layout);
  const outShape = arrange(s.batch, s.groups, ocg, ...transposedSize(s));
  const data = input('data', arrange(s.batch, s.groups, icg, s.height, s.width), s.dtype);
  const weights = input('weights', [s.groups, icg, ocg, ...s.kernel], weightsOf(s.dtype));
  const tail = imageTail(s, outShape);
  const inputs = [data, weights, ...tail.inputs];
  return {
    ...{ data, weights, tail, outShape, outAxes: arrange('n', 'g', 'oc', 'oh', 'ow') },
    computes: (output) => ({
      inputs,
      output,
      constants: s.constant.length > 0 ? [weights] : [],
      free: s.layout === 'any' ? [data, ...tail.inputs.filter(({ shape }) => shape === outShape), output] : [],
    }),
  };
}

/**
 * The definition: a plain convolution with the mirrored kernel over the input with stride - 1 zeros between its
 * elements. Row u of that is input row (u - lead) / stride, where that is one.
 */
function computation(s: Conv2dTransposeShape): Computation {
  const { data, weights, outShape, outAxes, tail, computes } = signature(s);
  const arrange = arrangement(s.layout);
  const [oh, ow] = transposedSize(s);
  const reach = [s.dilation[0] * (s.kernel[0] - 1), s.dilation[1] * (s.kernel[1] - 1)] as const;
  const spreadShape = arrange(s.batch, s.groups, s.inChannels / s.groups, oh + reach[0], ow + reach[1]);
  const spread = compute(
    'spread',
    spreadShape,
    arrange('n', 'g', 'ic', 'u', 'v'),
    (axes) => {
      const { n, g, c, h, w } = placesOf(s, axes);
      const row = sourceOf(h, reach[0] - s.pad[0], s.stride[0], s.height);
      const column = sourceOf(w, reach[1] - s.pad[1], s.stride[1], s.width);
      const element = at(data, ...arrange(n, g, c, row.index, column.index));
      return select([...row.when, ...column.when], element, constantValue(0));
    },
    data.dtype,
  );
  const over = { ic: s.inChannels / s.groups, kh: s.kernel[0], kw: s.kernel[1] };
  const output = sum(
    'out',
    outShape,
    outAxes,
    over,
    (axes, { ic, kh, kw }) => {
      const { n, g, c, h, w } = placesOf(s, axes);
      const mirrored = (k: Index, d: 0 | 1): Index => subtract(constant(reach[d]), scale(k, s.dilation[d]));
      const place = arrange(n, g, ic, add(h, mirrored(kh, 0)), add(w, mirrored(kw, 1)));
      return times(at(spread, ...place), at(weights, g, ic, c, kh, kw));
    },
    tail.finish,
    tail.dtype,
  );
  return computes(output);
}

/**
 * The element of an input of `extent` that lies at `u` when these are `stride` apart and the first is at `lead`;
 * conditions say whether one does.
 */
function sourceOf(u: Index, lead: number, stride: number, extent: number): { index: Index; when: Index[] } {
  // Shifted by whole strides so that no dividend is negative.
  const shifts = Math.ceil(lead / stride);
  const shifted = add(u, constant(shifts * stride - lead));
  const index = subtract(div(shifted, stride), constant(shifts));
  const between = scale(mod(shifted, stride), -1);
  return { index, when: [between, index, subtract(constant(extent - 1), index)] };
}

/** The most taps of the kernel that one row (0) or column (1) of the output takes up. */
function tapsAlong(s: Conv2dTransposeShape, d: 0 | 1): number {
  return Math.ceil((s.kernel[d] * gcd(s.stride[d], s.dilation[d])) / s.stride[d]);
}

function checkOutput(s: Conv2dTransposeShape): void {
  for (const d of [0, 1] as const) {
    const most = Math.max(s.stride[d], s.dilation[d]) - 1;
    if (s.outputPadding[d] > most)
      throw new UsageError(
        `--output-padding ${s.outputPadding[d]} must be below the stride or the dilation: use at most ${most}`,
      );
  }
  const [oh, ow] = transposedSize(s);
  if (oh < 1 || ow < 1)
    throw new UsageError(`--pad ${s.pad.join()} leaves no ${oh < 1 ? 'rows' : 'columns'} of the output: use less`);
}

/**
 * conv2d_transpose (the gradient of conv2d with respect to its input, "deconvolution"):
 * out[n, oc, ih*stride + kh*dilation - pad, …] += data[n, ic, ih, iw] * weights[ic, oc, kh, kw] for all ih, iw, ic, kh, kw, float32.
 * Weights are IOHW (I, O/groups, H, W), as PyTorch and TVM have them. Activations are NCHW, NHWC or `any`, groups an axis of their own.
 */
import { z } from 'zod';
import { add, constant, div, mod, scale, subtract } from '../ir/index.js';
import type { Index } from '../ir/index.js';
import { at, compute, input, sum, times } from '../ir/compute.js';
import type { Computation, Tensor } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import { lengths, parseArgs, size, sizes, tensorArg } from './args.js';
import {
  arrangement,
  checkGroups,
  conv2dOptions,
  imageOf,
  layouts,
  parseShape,
  plainName,
  sameShape,
  tagged,
  tensorArgs,
} from './conv2d.js';
import type { Conv2dShape } from './conv2d.js';
import { buildTail, epilogues } from './epilogue.js';
import type { Tail } from './epilogue.js';
import type { Operator, Workload } from './operator.js';
import { namedShape, pair, refuseUnknown } from './options.js';

const name = 'conv2d_transpose';

export interface Conv2dTransposeShape extends Conv2dShape {
  /** Rows and columns that the output has more at its end: which of the inputs of a strided conv2d this is the gradient of. */
  readonly outputPadding: readonly [number, number];
}

/** The generator of DCGAN (Radford, Metz and Chintala, ICLR 2016, figure 1), with the kernels of 4 that PyTorch's and TVM's versions have. */
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

const options: Operator['options'] = conv2dOptions.flatMap((option) => {
  switch (option.key) {
    case 'pad':
      return [
        { ...option, description: 'rows and columns cut off the output, 1, 1x2, or 1,1,0,0 (top,left,bottom,right)' },
        {
          key: 'outputPadding',
          flags: '--output-padding <size>',
          description: 'more rows and columns at the end, 1x0',
        },
      ];
    case 'dtype':
      return [{ ...option, description: 'type of inputs and output: float32' }];
    default:
      return [option];
  }
});

const float32 = z.literal('float32');

const argsSchema = z.tuple([
  tensorArg(4, float32),
  tensorArg(4, float32),
  sizes(2),
  lengths(4),
  sizes(2),
  z.enum(layouts),
  float32,
  lengths(2),
  size,
  z.array(z.enum(epilogues)),
  z.array(z.literal('weights')),
]);

export const conv2dTranspose: Operator = {
  name,
  summary: 'two-dimensional transposed convolution, any stride, padding, dilation and groups',
  options,
  workloads,
  workload: (named, given) => {
    refuseUnknown(
      name,
      given,
      options.map((o) => o.key),
    );
    const text = { ...namedShape(name, workloads, named), ...given };
    const outputPadding = pair('--output-padding', text['outputPadding'] ?? '0', 0);
    return workloadOf(checked({ ...parseShape(text, ['float32']), outputPadding }));
  },
  encode: (workload) => {
    const s = conv2dTransposeShape(workload);
    const tensors = tensorArgs(s, [s.inChannels, s.outChannels / s.groups, ...s.kernel]);
    const tail = [s.outputPadding, s.groups, s.epilogue, s.constant];
    return [...tensors, s.stride, s.pad, s.dilation, s.layout, s.dtype, ...tail];
  },
  decode: (args) => {
    const [[, data], [, weights], stride, pad, dilation, layout, , outputPadding, groups, epilogue, constant] =
      parseArgs(name, argsSchema, args);
    const image = imageOf(data, layout);
    if (weights[0] !== image.inChannels) return parseArgs(name, z.never(), args);
    return workloadOf(
      checked({
        ...{ ...image, outChannels: weights[1] * groups, groups, layout, epilogue, constant },
        dtype: 'float32',
        kernel: [weights[2], weights[3]],
        stride: [stride[0], stride[1]],
        pad: [pad[0], pad[1], pad[2], pad[3]],
        dilation: [dilation[0], dilation[1]],
        outputPadding: [outputPadding[0], outputPadding[1]],
      }),
    );
  },
  // As many as the convolution has of which this is the gradient; what falls off the output's edge is counted, as that counts its border.
  flops: (workload) => {
    const s = conv2dTransposeShape(workload);
    return 2 * s.batch * s.inChannels * s.height * s.width * (s.outChannels / s.groups) * s.kernel[0] * s.kernel[1];
  },
  computation: (workload) => computation(conv2dTransposeShape(workload)),
};

export function conv2dTransposeShape(workload: Workload): Conv2dTransposeShape {
  return workload.shape as unknown as Conv2dTransposeShape;
}

/** Rows and columns of the output. */
export function transposedSize(s: Conv2dTransposeShape): [number, number] {
  const along = (d: 0 | 1, extent: number): number =>
    (extent - 1) * s.stride[d] - s.pad[d] - s.pad[d + 2] + s.dilation[d] * (s.kernel[d] - 1) + s.outputPadding[d] + 1;
  return [along(0, s.height), along(1, s.width)];
}

/** The tensors that every schedule of a workload shares: arguments in their order, the output's shape and what finishes its elements. */
export interface Signature {
  readonly data: Tensor;
  /** [g][ic][oc][kh][kw] */
  readonly weights: Tensor;
  readonly outShape: readonly number[];
  readonly outAxes: readonly string[];
  readonly tail: Tail;
  /** A computation of these inputs. */
  readonly computes: (output: Tensor) => Computation;
}

export function signature(s: Conv2dTransposeShape): Signature {
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const arrange = arrangement(s.layout);
  const outShape = arrange(s.batch, s.groups, ocg, ...transposedSize(s));
  const data = input('data', arrange(s.batch, s.groups, icg, s.height, s.width));
  const weights = input('weights', [s.groups, icg, ocg, ...s.kernel]);
  const tail = buildTail(s.epilogue, outShape, [s.groups, ocg], (axes) => {
    const { g, c } = placesOf(s, axes);
    return [g, c];
  });
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

/** The axes of an activation by what they stand for, whatever the layout. */
export function placesOf<T>(s: Conv2dShape, axes: readonly T[]): { n: T; g: T; c: T; h: T; w: T } {
  const [n, g, c, h, w] = arrangement(s.layout)(0, 1, 2, 3, 4)
    .map((place, i) => [place, axes[i]] as const)
    .sort(([a], [b]) => a - b)
    .map(([, axis]) => axis);
  return { n, g, c, h, w };
}

/**
 * The definition: a plain convolution with the mirrored kernel over the input with stride - 1 zeros between its elements. Row u of that
 * is input row (u - lead) / stride, where that is one.
 */
function computation(s: Conv2dTransposeShape): Computation {
  const { data, weights, outShape, outAxes, tail, computes } = signature(s);
  const arrange = arrangement(s.layout);
  const [oh, ow] = transposedSize(s);
  const reach = [0, 1].map((d) => s.dilation[d] * (s.kernel[d] - 1));
  const spreadShape = arrange(s.batch, s.groups, s.inChannels / s.groups, oh + reach[0], ow + reach[1]);
  const spread = compute('spread', spreadShape, arrange('n', 'g', 'ic', 'u', 'v'), (axes) => {
    const { n, g, c, h, w } = placesOf(s, axes);
    const row = sourceOf(h, reach[0] - s.pad[0], s.stride[0], s.height);
    const column = sourceOf(w, reach[1] - s.pad[1], s.stride[1], s.width);
    const element = at(data, ...arrange(n, g, c, row.index, column.index));
    return select([...row.when, ...column.when], element, constantValue(0));
  });
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
  );
  return computes(output);
}

/** The element of an input of `extent` that lies at `u` when these are `stride` apart and the first is at `lead`; conditions tell whether one does. */
function sourceOf(u: Index, lead: number, stride: number, extent: number): { index: Index; when: Index[] } {
  // Shifted by whole strides so that no dividend is negative.
  const shifts = Math.ceil(lead / stride);
  const shifted = add(u, constant(shifts * stride - lead));
  const index = subtract(div(shifted, stride), constant(shifts));
  const between = scale(mod(shifted, stride), -1);
  return { index, when: [between, index, subtract(constant(extent - 1), index)] };
}

function checked(s: Conv2dTransposeShape): Conv2dTransposeShape {
  checkGroups(s);
  for (const d of [0, 1]) {
    const most = Math.max(s.stride[d], s.dilation[d]) - 1;
    if (s.outputPadding[d] > most)
      throw new UsageError(
        `--output-padding ${s.outputPadding[d]} must be below the stride or the dilation: use at most ${most}`,
      );
  }
  const [oh, ow] = transposedSize(s);
  if (oh < 1 || ow < 1)
    throw new UsageError(`--pad ${s.pad.join()} leaves no ${oh < 1 ? 'rows' : 'columns'} of the output: use less`);
  return s;
}

function workloadOf(s: Conv2dTransposeShape): Workload {
  const more = s.outputPadding.some((p) => p > 0) ? `-op${s.outputPadding.join('x')}` : '';
  const named = more === '' && Object.entries(workloads).find(([, w]) => sameShape(s, w))?.[0];
  return { operator: name, name: tagged(named || `${plainName(s)}${more}`, s), shape: { ...s } };
}

/**
 * conv2d: out[n, oc, oh, ow] = sum over ic, kh, kw of
 *   data[n, g*ICg + ic, oh*stride + kh*dilation - pad, …] * weights[oc, ic, kh, kw],
 * padding by zeros or another number, inputs and output of one type, unless they are whole numbers, whose sums are
 * int32. Weights are OIHW (O, I/groups, H, W). Activations are NCHW or NHWC. Groups are an axis of their own in the
 * computation: channels c = g * (C/groups) + c', which in memory is the same array.
 */
import { z } from 'zod';
import { int8 } from '../elements/int8.js';
import { elementType, isWhole } from '../elements/registry.js';
import { uint8 } from '../elements/uint8.js';
import { add, constant as ixConstant, scale, subtract, type Index } from '../ir/index.js';
import { at, compute, input, sum, times } from '../ir/compute.js';
import { weightsOf } from '../ir/tensor.js';
import type { Computation, Tensor, Value } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import { sizes4, tensor } from './args.js';
import { conv2dWorkloads } from './conv2d-workloads.js';
import { defineOperator } from './declaration.js';
import { groupsOf, sizeText } from './shape.js';
import { checkSumLength } from './sum-length.js';
import type { ShapeOptions } from './operator.js';
import { buildTail, checkTail, epilogueField, type Tail } from './epilogue.js';
import {
  choiceField,
  constantField,
  distanceField,
  elementTypeField,
  extentField,
  offsetField,
  paddingField,
  pairField,
} from './fields.js';

/** `any` leaves the choice to the tuner: NHWC, unless a schedule asks for another one. */
export type Layout = 'NCHW' | 'NHWC' | 'any';

/** Fields of convolutions, in groups: what others have between these is their own. */
export const imageFields = {
  batch: extentField('--batch <n>', 'images', '1'),
  inChannels: extentField('--in-channels <n>', 'channels of the input'),
  height: extentField('--height <n>', 'rows of the input'),
  width: extentField('--width <n>', 'columns of the input'),
  outChannels: extentField('--out-channels <n>', 'channels of the output'),
  kernel: pairField('--kernel <size>', 'kernel, 3 or 3x5'),
  stride: distanceField('--stride <size>', 'stride, 2 or 2x1'),
};
export const conv2dFields = {
  ...imageFields,
  pad: paddingField('--pad <size>', 'padding, 1, 1x2, or 1,1,0,0 (top,left,bottom,right)'),
};
const border = offsetField(
  '--border <n>',
  'what padding holds: the zero point of quantised data',
  [int8.limits[0], uint8.limits[1]],
  'border',
);
export const layoutFields = {
  dilation: distanceField('--dilation <size>', 'dilation, 1 or 2x2'),
  groups: extentField('--groups <n>', 'groups; both channel counts must be multiples', '1'),
  layout: choiceField<Layout>('--layout <layout>', 'activations: NCHW, NHWC, or any (all compete)', [
    'NCHW',
    'NHWC',
    'any',
  ]),
};
export const tailFields = { epilogue: epilogueField(), constant: constantField('weights', true) };

const schema = z.object({
  ...conv2dFields,
  border,
  ...layoutFields,
  dtype: elementTypeField(),
  ...tailFields,
});

export type Conv2dShape = Readonly<z.infer<typeof schema>>;

export const dataTensor = tensor<Conv2dShape, z.infer<typeof sizes4>>(
  sizes4,
  ({ batch, inChannels, height, width, layout }) =>
    layout === 'NCHW' ? [batch, inChannels, height, width] : [batch, height, width, inChannels],
  ([batch, a, b, c], { layout }) => {
    const [inChannels, height, width] = layout === 'NCHW' ? [a, b, c] : [c, a, b];
    return { batch, inChannels, height, width };
  },
);

const weightsTensor = tensor<Conv2dShape, z.infer<typeof sizes4>>(
  sizes4,
  (s) => [s.outChannels, s.inChannels / s.groups, ...s.kernel],
  ([outChannels, , kh, kw]) => ({ outChannels, kernel: [kh, kw] }),
  weightsOf,
);

export const conv2d = defineOperator<Conv2dShape>({
  name: 'conv2d',
  summary: 'two-dimensional convolution, any stride, padding, dilation and groups',
  shape: schema,
  workloads: conv2dWorkloads,
  implied: impliedPad,
  describe: plainName,
  undescribe: readPlainName,
  check: (s) => {
    checkGroups(s);
    checkKernel(s);
    checkBorder(s);
    checkSumLength(s.dtype, (s.inChannels / s.groups) * s.kernel[0] * s.kernel[1]);
    checkTail(s);
  },
  log: {
    order: [
      ...[dataTensor, weightsTensor],
      ...(['stride', 'pad', 'dilation', 'layout', 'layout', 'dtype', 'groups', 'epilogue', 'constant'] as const),
    ],
    last: ['border'],
  },
  flops: (s) => {
    const [oh, ow] = outputSize(s);
    return 2 * s.batch * s.outChannels * oh * ow * (s.inChannels / s.groups) * s.kernel[0] * s.kernel[1];
  },
  computation: conv2dComputation,
});

/** A window of one element reaches over no border. */
export function impliedPad({ kernel }: ShapeOptions): ShapeOptions {
  return kernel === '1' || kernel === '1x1' ? { pad: '0' } : {};
}

export const conv2dShape = conv2d.shapeOf;

/** Rows and columns of the output. */
export function outputSize(s: Conv2dShape): [number, number] {
  const along = (d: 0 | 1, extent: number): number =>
    Math.floor((extent + paddingAlong(s, d) - s.dilation[d] * (s.kernel[d] - 1) - 1) / s.stride[d]) + 1;
  return [along(0, s.height), along(1, s.width)];
}

/** Rows (0) or columns (1) that are padding, at both ends together. */
export function paddingAlong({ pad: [top, left, bottom, right] }: Conv2dShape, d: 0 | 1): number {
  return d === 0 ? top + bottom : left + right;
}

export function conv2dComputation(s: Conv2dShape): Computation {
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const [oh, ow] = outputSize(s);
  const arrange = arrangement(s.layout);
  const data = input('data', arrange(s.batch, s.groups, icg, s.height, s.width), s.dtype);
  const weights = input('weights', [s.groups, ocg, icg, ...s.kernel], weightsOf(s.dtype));
  const padded = padData(data, s, arrange);
  const outShape = arrange(s.batch, s.groups, ocg, oh, ow);
  const tail = imageTail(s, outShape);
  const output = sum(
    'out',
    outShape,
    arrange('n', 'g', 'oc', 'oh', 'ow'),
    { ic: icg, kh: s.kernel[0], kw: s.kernel[1] },
    (axes, { ic, kh, kw }) => {
      const { n, g, c: oc, h: y, w: x } = placesOf(s, axes);
      const row = add(scale(y, s.stride[0]), scale(kh, s.dilation[0]));
      const column = add(scale(x, s.stride[1]), scale(kw, s.dilation[1]));
      return times(at(padded, ...arrange(n, g, ic, row, column)), at(weights, g, oc, ic, kh, kw));
    },
    tail.finish,
    tail.dtype,
  );
  const activations = [data, ...tail.inputs.filter((t) => t.shape === outShape), output];
  return {
    inputs: [data, weights, ...tail.inputs],
    output,
    constants: s.constant.length > 0 ? [weights] : [],
    free: s.layout === 'any' ? activations : [],
  };
}

/** What finishes the elements of a convolution's output, or of a transposed one's. */
export function imageTail(
  s: Pick<Conv2dShape, 'inChannels' | 'outChannels' | 'groups' | 'kernel' | 'epilogue' | 'dtype' | 'layout'>,
  outShape: readonly number[],
): Tail<Activation<Index>> {
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const channel = (axes: Activation<Index>): Index[] => {
    const { g, c } = placesOf(s, axes);
    return [g, c];
  };
  const terms = icg * s.kernel[0] * s.kernel[1];
  return buildTail(s.epilogue, outShape, [s.groups, ocg], channel, { dtype: s.dtype, terms });
}

/** Of an activation's axes: NCHW or NHWC, with the group beside the channel. */
export type Activation<T> = readonly [T, T, T, T, T];

type Arrange = <T>(n: T, g: T, c: T, h: T, w: T) => Activation<T>;

/** The order of an activation's axes. The group is an axis of its own; in memory [n][g][c] and [n][c] are the same. */
export function arrangement(layout: Layout): Arrange {
  return (n, g, c, h, w) => (layout === 'NCHW' ? [n, g, c, h, w] : [n, h, w, g, c]);
}

/** The axes of an activation by what they stand for, whatever the layout. */
export function placesOf<T>(
  { layout }: Pick<Conv2dShape, 'layout'>,
  axes: Activation<T>,
): { n: T; g: T; c: T; h: T; w: T } {
  const [n, first, second, third, fourth] = axes;
  return layout === 'NCHW'
    ? { n, g: first, c: second, h: third, w: fourth }
    : { n, g: third, c: fourth, h: first, w: second };
}

/** What the elements of padding are. */
export function borderOf({ border: held = 0 }: Pick<Conv2dShape, 'border'>): Value {
  return constantValue(held);
}

/** The input with its border as a tensor of its own, or the input itself where there is none. */
export function padData(data: Tensor, s: Conv2dShape, arrange: Arrange): Tensor {
  const [top, left, bottom, right] = s.pad;
  if (top + left + bottom + right === 0) return data;
  const icg = s.inChannels / s.groups;
  const shape = arrange(s.batch, s.groups, icg, s.height + top + bottom, s.width + left + right);
  return compute(
    'padded',
    shape,
    arrange('n', 'g', 'ic', 'ih', 'iw'),
    (axes) => {
      const { n, g, c, h, w } = placesOf(s, axes);
      const row = subtract(h, ixConstant(top));
      const column = subtract(w, ixConstant(left));
      return select(insideImage(s, row, column, s.pad), at(data, ...arrange(n, g, c, row, column)), borderOf(s));
    },
    data.dtype,
  );
}

/**
 * What must hold for a row and a column to be the image's; of sides that have a border (top, left, bottom, right) only.
 */
export function insideImage(
  { height, width }: Pick<Conv2dShape, 'height' | 'width'>,
  row: Index,
  column: Index,
  [top, left, bottom, right]: Conv2dShape['pad'],
): Index[] {
  return [
    ...(top > 0 ? [row] : []),
    ...(bottom > 0 ? [subtract(ixConstant(height - 1), row)] : []),
    ...(left > 0 ? [column] : []),
    ...(right > 0 ? [subtract(ixConstant(width - 1), column)] : []),
  ];
}

/** Throws UsageError where padding cannot hold what it is to hold. */
function checkBorder({ border: held = 0, dtype }: Conv2dShape): void {
  if (held === 0) return;
  if (!isWhole(dtype)) throw new UsageError(`--border is for whole numbers, and these are ${dtype}: leave it out.`);
  const [least, largest] = elementType(dtype).limits;
  if (held < least || held > largest)
    throw new UsageError(`--border ${held} is no ${dtype}: use a whole number from ${least} to ${largest}.`);
}

/** Throws UsageError when the groups do not divide the channels. */
export function checkGroups(s: Conv2dShape): void {
  for (const [what, channels] of [
    ['input', s.inChannels],
    ['output', s.outChannels],
  ] as const) {
    if (channels % s.groups !== 0)
      throw new UsageError(
        `${s.groups} groups do not divide ${channels} ${what} channels: use a divisor, for example --groups ${commonDivisor(s)}`,
      );
  }
}

/** Throws UsageError when the kernel reaches over more than the padded image. */
export function checkKernel(s: Conv2dShape): void {
  const [oh, ow] = outputSize(s);
  if (oh >= 1 && ow >= 1) return;
  const [d, extent] = oh < 1 ? ([0, s.height] as const) : ([1, s.width] as const);
  const reach = s.dilation[d] * (s.kernel[d] - 1) + 1;
  throw new UsageError(
    `the kernel reaches over ${reach} ${d === 0 ? 'rows' : 'columns'} but the padded image has only ${extent + paddingAlong(s, d)}: ` +
      'use a smaller --kernel or --dilation, or a larger --pad',
  );
}

function commonDivisor(s: Conv2dShape): number {
  let g = Math.min(s.groups, s.inChannels, s.outChannels);
  while (s.inChannels % g !== 0 || s.outChannels % g !== 0) g--;
  return g;
}

export function readPlainName(name: string): ShapeOptions | undefined {
  const extents = /^(?<batch>\d+)x(?<inChannels>\d+)x(?<height>\d+)x(?<width>\d+)-(?<outChannels>\d+)/.source;
  const windows = /-k(?<kernel>[\dx]+)-s(?<stride>[\dx]+)-p(?<pad>[\dx]+)/.source;
  const others = /(?:-d(?<dilation>[\dx]+))?(?:-g(?<groups>\d+))?$/.source;
  return groupsOf(new RegExp(extents + windows + others).exec(name));
}

/** `1x64x56x56-128-k3-s1-p1`: batch and input, output channels, and what is not the default. */
export function plainName(s: Conv2dShape): string {
  return [
    `${s.batch}x${s.inChannels}x${s.height}x${s.width}-${s.outChannels}`,
    `k${sizeText(s.kernel)}`,
    `s${sizeText(s.stride)}`,
    `p${sizeText(s.pad)}`,
    ...(sizeText(s.dilation) === '1' ? [] : [`d${sizeText(s.dilation)}`]),
    ...(s.groups === 1 ? [] : [`g${s.groups}`]),
  ].join('-');
}

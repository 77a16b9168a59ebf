/**
 * conv2d: out[n, oc, oh, ow] = sum over ic, kh, kw of data[n, g*ICg + ic, oh*stride + kh*dilation - pad, …] * weights[oc, ic, kh, kw],
 * zero padding, inputs and output of one type. Weights are OIHW (O, I/groups, H, W). Activations are NCHW or NHWC. Groups are an axis of their own in the computation:
 * channels c = g * (C/groups) + c', which in memory is the same array.
 */
import { z } from 'zod';
import { add, constant as ixConstant, scale, subtract } from '../ir/index.js';
import type { Index } from '../ir/index.js';
import { at, compute, input, sum, times } from '../ir/compute.js';
import type { Computation, DType, Tensor } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import { commonType, elementType, lengths, parseArgs, size, sizes, tensorArg } from './args.js';
import { conv2dWorkloads } from './conv2d-workloads.js';
import { buildTail, epilogues, parseEpilogue } from './epilogue.js';
import type { Epilogue } from './epilogue.js';
import type { Operator, Workload, WorkloadArg } from './operator.js';
import {
  constants,
  dtype,
  dtypeOption,
  namedShape,
  oneOf,
  padding,
  pair,
  positive,
  refuseUnknown,
  typeTags,
} from './options.js';

export const layouts = ['NCHW', 'NHWC', 'any'] as const;
export type Layout = (typeof layouts)[number];

export interface Conv2dShape {
  readonly batch: number;
  readonly inChannels: number;
  readonly height: number;
  readonly width: number;
  readonly outChannels: number;
  readonly kernel: readonly [number, number];
  readonly stride: readonly [number, number];
  /** top, left, bottom, right */
  readonly pad: readonly [number, number, number, number];
  readonly dilation: readonly [number, number];
  readonly groups: number;
  /** `any` leaves the choice to the template: NHWC unless it asks for another one. */
  readonly layout: Layout;
  /** Of inputs and output. */
  readonly dtype: DType;
  readonly epilogue: readonly Epilogue[];
  readonly constant: readonly 'weights'[];
}

export const conv2dOptions: Operator['options'] = [
  { key: 'batch', flags: '--batch <n>', description: 'images' },
  { key: 'inChannels', flags: '--in-channels <n>', description: 'channels of the input' },
  { key: 'height', flags: '--height <n>', description: 'rows of the input' },
  { key: 'width', flags: '--width <n>', description: 'columns of the input' },
  { key: 'outChannels', flags: '--out-channels <n>', description: 'channels of the output' },
  { key: 'kernel', flags: '--kernel <size>', description: 'kernel, 3 or 3x5' },
  { key: 'stride', flags: '--stride <size>', description: 'stride, 2 or 2x1' },
  { key: 'pad', flags: '--pad <size>', description: 'zero padding, 1, 1x2, or 1,1,0,0 (top,left,bottom,right)' },
  { key: 'dilation', flags: '--dilation <size>', description: 'dilation, 1 or 2x2' },
  { key: 'groups', flags: '--groups <n>', description: 'groups; both channel counts must be multiples' },
  { key: 'layout', flags: '--layout <layout>', description: 'activations: NCHW, NHWC, or any (the template chooses)' },
  dtypeOption,
  { key: 'epilogue', flags: '--epilogue <list>', description: `fused tail: ${epilogues.join(', ')}, or none` },
  {
    key: 'constant',
    flags: '--constant <names>',
    description: 'inputs known ahead, packed off the clock: weights (the default), or none',
  },
];

const argsSchema = z.tuple([
  tensorArg(4, elementType),
  tensorArg(4, elementType),
  sizes(2),
  lengths(4),
  sizes(2),
  z.enum(layouts),
  z.enum(layouts),
  elementType,
  size,
  z.array(z.enum(epilogues)),
  z.array(z.literal('weights')),
]);

export const conv2d: Operator = {
  name: 'conv2d',
  summary: 'two-dimensional convolution, any stride, padding, dilation and groups',
  options: conv2dOptions,
  workloads: conv2dWorkloads,
  workload: (name, given) => {
    refuseUnknown(
      'conv2d',
      given,
      conv2dOptions.map((o) => o.key),
    );
    return workloadOf(checked(parseShape({ ...namedShape('conv2d', conv2dWorkloads, name), ...given })));
  },
  encode: (workload) => {
    const s = conv2dShape(workload);
    const tensors = tensorArgs(s, [s.outChannels, s.inChannels / s.groups, ...s.kernel]);
    return [...tensors, s.stride, s.pad, s.dilation, s.layout, s.layout, s.dtype, s.groups, s.epilogue, s.constant];
  },
  decode: (args) => {
    const parsed = parseArgs('conv2d', argsSchema, args);
    const [[, data, dataType], [, w, weightsType], stride, pad, dilation, layout, ...rest] = parsed;
    const [outLayout, outType, groups, epilogue, constant] = rest;
    const [outChannels, , kh, kw] = w as [number, number, number, number];
    const shape = checked({
      ...{ ...imageOf(data, layout), outChannels, groups, layout, epilogue, constant },
      dtype: commonType('conv2d', dataType, weightsType, outType),
      kernel: [kh, kw],
      stride: [stride[0], stride[1]],
      pad: [pad[0], pad[1], pad[2], pad[3]],
      dilation: [dilation[0], dilation[1]],
    });
    if (w[1] !== shape.inChannels / groups || outLayout !== layout) return parseArgs('conv2d', z.never(), args);
    return workloadOf(shape);
  },
  flops: (workload) => {
    const s = conv2dShape(workload);
    const [oh, ow] = outputSize(s);
    return 2 * s.batch * s.outChannels * oh * ow * (s.inChannels / s.groups) * s.kernel[0] * s.kernel[1];
  },
  computation: (workload) => computation(conv2dShape(workload)),
};

/** The options of a convolution as the command line gives them, of `types` if there are not all; nothing is said yet about whether they fit each other. */
export function parseShape(text: Readonly<Record<string, string>>, types?: readonly DType[]): Conv2dShape {
  return {
    batch: positive('--batch', text['batch'] ?? '1'),
    inChannels: positive('--in-channels', text['inChannels']),
    height: positive('--height', text['height']),
    width: positive('--width', text['width']),
    outChannels: positive('--out-channels', text['outChannels']),
    kernel: pair('--kernel', text['kernel']),
    stride: pair('--stride', text['stride'] ?? '1'),
    pad: padding('--pad', text['pad'] ?? '0'),
    dilation: pair('--dilation', text['dilation'] ?? '1'),
    groups: positive('--groups', text['groups'] ?? '1'),
    layout: oneOf('--layout', text['layout'] ?? 'NCHW', layouts),
    dtype: dtype(text['dtype'], types),
    epilogue: parseEpilogue(text['epilogue'] ?? ''),
    constant: constants('--constant', text['constant'] ?? 'weights', ['weights']),
  };
}

/** The input and the weights as a log's arguments. */
export function tensorArgs(s: Conv2dShape, weights: readonly number[]): WorkloadArg[] {
  const data =
    s.layout === 'NCHW' ? [s.batch, s.inChannels, s.height, s.width] : [s.batch, s.height, s.width, s.inChannels];
  return [
    ['TENSOR', data, s.dtype],
    ['TENSOR', weights, s.dtype],
  ];
}

/** What the input's argument in a log tells. */
export function imageOf(
  data: readonly number[],
  layout: Layout,
): Pick<Conv2dShape, 'batch' | 'inChannels' | 'height' | 'width'> {
  const [batch, a, b, c] = data;
  const [inChannels, height, width] = layout === 'NCHW' ? [a, b, c] : [c, a, b];
  return { batch, inChannels, height, width };
}

export function conv2dShape(workload: Workload): Conv2dShape {
  return workload.shape as unknown as Conv2dShape;
}

/** Rows and columns of the output. */
export function outputSize(s: Conv2dShape): [number, number] {
  const along = (d: 0 | 1, extent: number): number =>
    Math.floor((extent + s.pad[d] + s.pad[d + 2] - s.dilation[d] * (s.kernel[d] - 1) - 1) / s.stride[d]) + 1;
  return [along(0, s.height), along(1, s.width)];
}

function computation(s: Conv2dShape): Computation {
  const [icg, ocg] = [s.inChannels / s.groups, s.outChannels / s.groups];
  const [oh, ow] = outputSize(s);
  const channelsFirst = s.layout === 'NCHW';
  const arrange = arrangement(s.layout);
  const data = input('data', arrange(s.batch, s.groups, icg, s.height, s.width), s.dtype);
  const weights = input('weights', [s.groups, ocg, icg, ...s.kernel], s.dtype);
  const padded = padData(data, s, arrange);
  const outShape = arrange(s.batch, s.groups, ocg, oh, ow);
  const tail = buildTail(
    s.epilogue,
    outShape,
    [s.groups, ocg],
    (axes) => (channelsFirst ? [axes[1], axes[2]] : [axes[3], axes[4]]),
    s.dtype,
  );
  const output = sum(
    'out',
    outShape,
    arrange('n', 'g', 'oc', 'oh', 'ow'),
    { ic: icg, kh: s.kernel[0], kw: s.kernel[1] },
    (axes, { ic, kh, kw }) => {
      const [n, g, oc, y, x] = (channelsFirst ? axes : [0, 3, 4, 1, 2].map((d) => axes[d])) as [
        Index,
        Index,
        Index,
        Index,
        Index,
      ];
      const row = add(scale(y, s.stride[0]), scale(kh, s.dilation[0]));
      const column = add(scale(x, s.stride[1]), scale(kw, s.dilation[1]));
      return times(at(padded, ...arrange(n, g, ic, row, column)), at(weights, g, oc, ic, kh, kw));
    },
    tail.finish,
    s.dtype,
  );
  const activations = [data, ...tail.inputs.filter((t) => t.shape === outShape), output];
  return {
    inputs: [data, weights, ...tail.inputs],
    output,
    constants: s.constant.length > 0 ? [weights] : [],
    free: s.layout === 'any' ? activations : [],
  };
}

type Arrange = <T>(n: T, g: T, c: T, h: T, w: T) => T[];

/** The order of an activation's axes. The group is an axis of its own; in memory [n][g][c] and [n][c] are the same. */
export function arrangement(layout: Layout): Arrange {
  return (n, g, c, h, w) => (layout === 'NCHW' ? [n, g, c, h, w] : [n, h, w, g, c]);
}

/** The input with its zero border as a tensor of its own, or the input itself where there is none. */
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
      const order = arrange(0, 1, 2, 3, 4);
      const [h, w] = [order.indexOf(3), order.indexOf(4)];
      const row = subtract(axes[h], ixConstant(top));
      const column = subtract(axes[w], ixConstant(left));
      const source = axes.map((axis, d) => (d === h ? row : d === w ? column : axis));
      return select(insideImage(s, row, column, s.pad), at(data, ...source), constantValue(0));
    },
    data.dtype,
  );
}

/** What must hold for a row and a column to be the image's; of sides that have a border (top, left, bottom, right) only. */
export function insideImage(
  { height, width }: Conv2dShape,
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

function checked(s: Conv2dShape): Conv2dShape {
  checkGroups(s);
  const [oh, ow] = outputSize(s);
  if (oh < 1 || ow < 1) {
    const [d, extent] = oh < 1 ? ([0, s.height] as const) : ([1, s.width] as const);
    const reach = s.dilation[d] * (s.kernel[d] - 1) + 1;
    throw new UsageError(
      `the kernel reaches over ${reach} ${d === 0 ? 'rows' : 'columns'} but the padded image has only ${extent + s.pad[d] + s.pad[d + 2]}: ` +
        'use a smaller --kernel or --dilation, or a larger --pad',
    );
  }
  return s;
}

/** The largest number of groups, not above the one asked for, that divides both channel counts. */
function commonDivisor(s: Conv2dShape): number {
  let g = Math.min(s.groups, s.inChannels, s.outChannels);
  while (s.inChannels % g !== 0 || s.outChannels % g !== 0) g--;
  return g;
}

function workloadOf(s: Conv2dShape): Workload {
  const named = Object.entries(conv2dWorkloads).find(([, w]) => sameShape(s, w))?.[0];
  return { operator: 'conv2d', name: tagged(named ?? plainName(s), s), shape: { ...s } };
}

/** `1x64x56x56-128-k3-s1-p1`: batch and input, output channels, and what is not the default. */
export function plainName(s: Conv2dShape): string {
  const x = (p: readonly number[]): string => (p.every((v) => v === p[0]) ? `${p[0]}` : p.join('x'));
  return [
    `${s.batch}x${s.inChannels}x${s.height}x${s.width}-${s.outChannels}`,
    `k${x(s.kernel)}`,
    `s${x(s.stride)}`,
    `p${x(s.pad)}`,
    ...(x(s.dilation) === '1' ? [] : [`d${x(s.dilation)}`]),
    ...(s.groups === 1 ? [] : [`g${s.groups}`]),
  ].join('-');
}

/** A name with what does not belong to the shape: layout, type, epilogue, constants. */
export function tagged(name: string, s: Conv2dShape): string {
  const tags = [
    ...(s.layout === 'NCHW' ? [] : [s.layout]),
    ...typeTags(s.dtype),
    ...s.epilogue,
    ...(s.constant.length > 0 ? [] : ['variable-weights']),
  ];
  return [name, ...tags].join('+');
}

/** Whether a shape is that of a named workload, whose options are text. */
export function sameShape(s: Conv2dShape, w: Readonly<Record<string, string>>): boolean {
  const all = (list: readonly number[], text: string | undefined, otherwise: string): boolean =>
    list.every((v) => `${v}` === (text ?? otherwise));
  return (
    s.batch === 1 &&
    all([s.inChannels], w['inChannels'], '') &&
    all([s.height], w['height'], '') &&
    all([s.width], w['width'], '') &&
    all([s.outChannels], w['outChannels'], '') &&
    all(s.kernel, w['kernel'], '') &&
    all(s.stride, w['stride'], '1') &&
    all(s.pad, w['pad'], '0') &&
    all(s.dilation, w['dilation'], '1') &&
    all([s.groups], w['groups'], '1')
  );
}

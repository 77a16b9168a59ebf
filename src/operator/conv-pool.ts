/**
 * conv_pool: a convolution and the pool that reads it: middle[n, y, x, oc] = between(sum over ic, kh, kw of data[n,
 * y*stride + kh*dilation - pad, …, ic] * weights[oc, ic, kh, kw]), out[n, y, x, c] = epilogue(the largest, or the mean,
 * of middle[n, y*poolStride + py - poolPad, …, c] over a window). What lies outside of the middle is no element of a
 * window; a mean has none outside. Weights are OIHW and constant, activations NHWC, float32.
 */
import { z } from 'zod';
import { add, constant, scale, subtract, variable, zero } from '../ir/index.js';
import { at, reduce, times } from '../ir/compute.js';
import type { Computation, Tensor } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import {
  checkKernel,
  conv2d,
  conv2dComputation,
  insideImage,
  outputSize,
  plainName,
  type Conv2dShape,
} from './conv2d.js';
import { defineOperator } from './declaration.js';
import { activationsField, activationTail } from './epilogue.js';
import { choiceField, distanceField, paddingField, pairField } from './fields.js';
import { firstFields, firstOf, pairFields, readFirstName } from './pair.js';
import { groupsOf, sizeText } from './shape.js';

const schema = z.object({
  ...firstFields,
  poolOp: choiceField('--pool-op <op>', 'max or average', ['max', 'average']),
  poolKernel: pairField('--pool-kernel <size>', 'window of the pool, 3 or 3x5'),
  poolStride: distanceField('--pool-stride <size>', 'stride of the pool, 2 or 2x1'),
  poolPad: paddingField('--pool-pad <size>', 'padding of the pool, 1, 1x2, or 1,1,0,0; a mean has none'),
  ...pairFields,
  epilogue: activationsField(),
});

export type ConvPoolShape = Readonly<z.infer<typeof schema>>;

const stem = { inChannels: '3', height: '224', width: '224', stride: '2', poolKernel: '3', poolStride: '2' };

const workloads = {
  'resnet.stem': { ...stem, outChannels: '64', kernel: '7', pad: '3', poolPad: '1' },
  'squeezenet.stem': { ...stem, outChannels: '64', kernel: '3' },
  'vgg.2': {
    ...{ inChannels: '64', height: '224', width: '224', outChannels: '64', kernel: '3', pad: '1' },
    ...{ poolKernel: '2', poolStride: '2' },
  },
};

export const convPool = defineOperator<ConvPoolShape>({
  name: 'conv_pool',
  summary: 'a convolution and the pool behind it, what lies between kept in the cache',
  shape: schema,
  workloads,
  describe: (s) => {
    const pooled = [`w${sizeText(s.poolKernel)}`, `ws${sizeText(s.poolStride)}`, `wp${sizeText(s.poolPad)}`];
    return [plainName(convolutionOf(s)), ...pooled].join('-');
  },
  undescribe: (name) => {
    const window = /-w(?<poolKernel>[\dx]+)-ws(?<poolStride>[\dx]+)-wp(?<poolPad>[\dx]+)$/.exec(name);
    const found = window ? readFirstName(name.slice(0, window.index)) : undefined;
    return found && { ...found, ...groupsOf(window) };
  },
  check: (s) => {
    checkKernel(convolutionOf(s));
    if (s.poolOp === 'average' && s.poolPad.some((p) => p > 0))
      throw new UsageError('a mean of windows beyond the border is no operator in a row yet: use --pool-pad 0');
    // Otherwise a window has no element at all.
    const [top, left, bottom, right] = s.poolPad;
    if (Math.max(top, bottom) >= s.poolKernel[0] || Math.max(left, right) >= s.poolKernel[1])
      throw new UsageError('the padding of the pool is as large as its window: use a smaller --pool-pad');
    if (pooledSizeOf(s).some((extent) => extent < 1))
      throw new UsageError('the window of the pool reaches over more than the image: use a smaller --pool-kernel');
  },
  flops: (s) => {
    const [rows, columns] = pooledSizeOf(s);
    const first = convolutionOf(s);
    const { operator, name } = { operator: conv2d.name, name: '' };
    const windows = s.batch * rows * columns * s.outChannels * s.poolKernel[0] * s.poolKernel[1];
    return conv2d.flops({ operator, name, shape: first }) + windows;
  },
  computation,
});

export const convPoolShape = convPool.shapeOf;

/** The convolution, as if it were alone. */
export function convolutionOf(s: ConvPoolShape): Conv2dShape {
  return firstOf(s, 1);
}

/** Rows and columns of the output. */
export function pooledSizeOf(s: ConvPoolShape): [number, number] {
  const size = outputSize(convolutionOf(s));
  const along = (d: 0 | 1): number =>
    Math.floor((size[d] + s.poolPad[d] + s.poolPad[d + 2]! - s.poolKernel[d]) / s.poolStride[d]) + 1;
  return [along(0), along(1)];
}

function computation(s: ConvPoolShape): Computation {
  const conv = convolutionOf(s);
  // The padding of the pool is part of the middle, so that windows never begin before it.
  const grown = conv.pad.map((p, side) => p + s.poolPad[side]! * s.stride[side % 2]!);
  const first = conv2dComputation({ ...conv, pad: grown as unknown as Conv2dShape['pad'] });
  const middle = middleOf(first.output, s, outputSize(conv));
  const tail = activationTail(s.epilogue);
  const count = s.poolKernel[0] * s.poolKernel[1];
  const output = reduce(
    s.poolOp === 'max' ? 'max' : 'add',
    'out',
    [s.batch, ...pooledSizeOf(s), s.outChannels],
    ['n', 'y', 'x', 'c'],
    { py: s.poolKernel[0], px: s.poolKernel[1] },
    ([n, y, x, c], { py, px }) =>
      at(middle, n, add(scale(y, s.poolStride[0]), py), add(scale(x, s.poolStride[1]), px), zero, c),
    (total) => tail(s.poolOp === 'max' ? total : times(total, constantValue(1 / count))),
  );
  const [data] = first.inputs as [Tensor, ...Tensor[]];
  return { inputs: first.inputs, output, constants: first.constants, free: s.layout === 'any' ? [data, output] : [] };
}

/** What the convolution leaves, with less than any number around it where the pool has padding. */
function middleOf(output: Tensor, { poolPad }: ConvPoolShape, [rows, columns]: readonly [number, number]): Tensor {
  const { compute } = output;
  const [top, left] = poolPad;
  const [row, column] = [subtract(axisOf(compute, 1), constant(top)), subtract(axisOf(compute, 2), constant(left))];
  const when = insideImage({ height: rows, width: columns }, row, column, poolPad);
  const value = select(when, compute!.value, constantValue(-Infinity));
  return { ...output, name: 'middle', compute: { ...compute!, value } };
}

function axisOf(compute: Tensor['compute'], place: number): ReturnType<typeof variable> {
  return variable(compute!.axes[place]!);
}

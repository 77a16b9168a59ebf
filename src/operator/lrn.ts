/**
 * lrn: out[o, c, i] = x[o, c, i] / (bias + alpha / size * sum of x[o, c', i]^2 over the size channels around c)^beta,
 * float32 (local response normalization; Krizhevsky, Sutskever and Hinton, NIPS 2012, with ONNX's alpha). NCHW is
 * [N, C, H*W], NHWC [N*H*W, C, 1]. Bytes count: those of input and output.
 */
import { z } from 'zod';
import { add, constant, subtract } from '../ir/index.js';
import { at, compute, input, over, plus, power, sum, times } from '../ir/compute.js';
import type { Computation } from '../ir/tensor.js';
import { constantValue, select } from '../ir/value.js';
import { defineFloatOperator } from './float-operator.js';
import { decimalField, extentField, productField } from './fields.js';
import { groupsOf } from './shape.js';

const schema = z.object({
  outer: productField('--outer <n>', 'images, and what else is outside of channels', '1'),
  channels: extentField('--channels <n>', 'channels'),
  inner: productField('--inner <n>', 'neighbours inside of a channel', '1'),
  size: extentField('--size <n>', 'channels of a window', '5'),
  alpha: decimalField('--alpha <a>', 'factor of the mean of squares', '1e-4'),
  beta: decimalField('--beta <b>', 'exponent', '0.75'),
  bias: decimalField('--bias <k>', 'what is added to the mean of squares', '1'),
});

export type LrnShape = Readonly<z.infer<typeof schema>>;

export const lrn = defineFloatOperator<LrnShape>({
  name: 'lrn',
  summary: 'local response normalization across channels',
  shape: schema,
  workloads: {
    'alexnet.norm1': { channels: '96', inner: '2916' },
    'alexnet.norm2': { channels: '256', inner: '676' },
  },
  describe: (s) => {
    const digits = [s.alpha, s.beta, s.bias].map((n) => String(n).replace('e+', 'e'));
    return `${[s.outer, s.channels, s.inner].join('x')}-n${s.size}-${digits.join('_')}`;
  },
  undescribe: (name) =>
    groupsOf(
      /^(?<outer>\d+)x(?<channels>\d+)x(?<inner>\d+)-n(?<size>\d+)-(?<alpha>[^_]+)_(?<beta>[^_]+)_(?<bias>[^_]+)$/.exec(
        name,
      ),
    ),
  counts: 'bytes',
  flops: ({ outer, channels, inner }) => 8 * outer * channels * inner,
  computation,
});

export const lrnShape = lrn.shapeOf;

function computation({ outer, channels, inner, size, alpha, beta, bias }: LrnShape): Computation {
  const data = input('data', [outer, channels, inner]);
  const before = Math.floor((size - 1) / 2);
  const squares = compute('squares', [outer, channels + size - 1, inner], ['o', 'c', 'i'], ([o, c, i]) => {
    const channel = subtract(c, constant(before));
    const x = at(data, o, channel, i);
    return select([channel, subtract(constant(channels - 1), channel)], times(x, x), constantValue(0));
  });
  const output = sum(
    'out',
    [outer, channels, inner],
    ['o', 'c', 'i'],
    { k: size },
    ([o, c, i], { k }) => at(squares, o, add(c, k), i),
    (total, [o, c, i]) => {
      const mean = plus(constantValue(bias), times(constantValue(alpha / size), total));
      return over(at(data, o, c, i), power(mean, beta));
    },
  );
  return { inputs: [data], output, constants: [] };
}

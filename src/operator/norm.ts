/**
 * norm: out[o, j, i] = (x[o, j, i] - mean) / √(variance + eps) * scale[j] + shift[j], where mean and variance are
 * those of all j (layer normalization, Ba, Kiros and Hinton 2016); without the mean it is x / √(mean of x² + eps)
 * (RMSNorm, Zhang and Sennrich, NeurIPS 2019), and by its length x / max(√(sum of x²), eps); float32. The shape is
 * that of memory: over the channels of tokens [tokens, channels, 1], over those of NCHW [N, C, H*W], over the places
 * of a channel [N*C, H*W, 1]. Bytes count: those of input and output.
 */
import { z } from 'zod';
import { apply, at, atLeast, compute, input, minus, over, plus, sum, times } from '../ir/compute.js';
import type { Index } from '../ir/index.js';
import type { Computation, Tensor, Value } from '../ir/tensor.js';
import { constantValue } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import { choiceField, decimalField, extentField, productField } from './fields.js';
import { defineFloatOperator } from './float-operator.js';
import { groupsOf } from './shape.js';

const schema = z.object({
  outer: productField('--outer <n>', 'rows', '1'),
  n: extentField('-n <n>', 'elements of a row, which are made even'),
  inner: productField('--inner <n>', 'neighbours that are rows of their own', '1'),
  by: choiceField(
    '--by <what>',
    'deviation from the mean, rms: root of the mean square, or length: root of their sum',
    ['deviation', ...(['rms', 'length'] as const)],
  ),
  affine: choiceField('--affine <what>', 'what follows: none, a scale, or a scale-shift for each element of a row', [
    'none',
    ...(['scale', 'scale-shift'] as const),
  ]),
  eps: decimalField('--eps <e>', 'added to the variance, or the least length', '1e-5'),
});

export type NormShape = Readonly<z.infer<typeof schema>>;

export const norm = defineFloatOperator<NormShape>({
  name: 'norm',
  summary: 'rows with a mean of 0 and a variance of 1, a mean square of 1, or a length of 1',
  shape: schema,
  workloads: {
    'vit.norm': { outer: '197', n: '768', affine: 'scale-shift', eps: '1e-6' },
    'bert.norm-128': { outer: '128', n: '768', affine: 'scale-shift', eps: '1e-12' },
    'llama2.norm': { n: '4096', by: 'rms', affine: 'scale' },
    'convnext.norm': { n: '96', inner: '3136', eps: '1e-6' },
  },
  describe: ({ outer, n, inner, eps }) => `${[outer, n, inner].join('x')}-e${String(eps).replace('e+', 'e')}`,
  undescribe: (name) => groupsOf(/^(?<outer>\d+)x(?<n>\d+)x(?<inner>\d+)-e(?<eps>[-.\de]+)$/.exec(name)),
  check: ({ eps }) => {
    if (eps < 0) throw new UsageError(`--eps ${eps} is below 0: give 0, or a number above it`);
  },
  counts: 'bytes',
  rows: 'a row, or a vector of rows, from its mean to the quotients',
  flops: ({ outer, n, inner }) => 8 * outer * n * inner,
  computation,
});

function computation({ outer, n, inner, by, affine, eps }: NormShape): Computation {
  const data = input('data', [outer, n, inner]);
  const mean =
    by === 'deviation'
      ? sum(
          ...(['mean', [outer, inner], ['o', 'i'], { j: n }] as const),
          ([o, i], { j }) => at(data, o, j, i),
          (total) => times(total, constantValue(1 / n)),
        )
      : undefined;
  const centred = (o: Index, j: Index, i: Index): Value =>
    mean ? minus(at(data, o, j, i), at(mean, o, i)) : at(data, o, j, i);
  const sizeOf = (total: Value): Value =>
    by === 'length'
      ? atLeast(apply('sqrt', total), eps)
      : apply('sqrt', plus(times(total, constantValue(1 / n)), constantValue(eps)));
  const factor = sum(
    ...(['factor', [outer, inner], ['o', 'i'], { j: n }] as const),
    ([o, i], { j }) => times(centred(o, j, i), centred(o, j, i)),
    (total) => over(constantValue(1), sizeOf(total)),
  );
  const names = { none: [], scale: ['scale'], 'scale-shift': ['scale', 'shift'] }[affine];
  const [scale, shift]: readonly Tensor[] = names.map((name) => input(name, [n]));
  const output = compute('out', [outer, n, inner], ['o', 'j', 'i'], ([o, j, i]) => {
    const even = times(centred(o, j, i), at(factor, o, i));
    const scaled = scale ? times(even, at(scale, j)) : even;
    return shift ? plus(scaled, at(shift, j)) : scaled;
  });
  return { inputs: [data, ...(scale ? [scale] : []), ...(shift ? [shift] : [])], output, constants: [] };
}

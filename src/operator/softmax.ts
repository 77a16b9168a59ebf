/**
 * softmax: out[o, j, i] = e^(x[o, j, i] - largest) / sum over j of the same, or its logarithm; float32. The shape is
 * that of memory: over classes it is [N, classes, 1], over the channels of NCHW [N, C, H*W]. Bytes count: those of
 * input and output.
 */
import { z } from 'zod';
import { apply, at, compute, expBelow, input, minus, over, reduce, sum } from '../ir/compute.js';
import type { Computation } from '../ir/tensor.js';
import { defineFloatOperator } from './float-operator.js';
import { extentField, productField, switchField } from './fields.js';
import { groupsOf } from './shape.js';

const schema = z.object({
  outer: productField('--outer <n>', 'rows', '1'),
  n: extentField('-n <n>', 'elements of a row, which come to one in sum'),
  inner: productField('--inner <n>', 'neighbours that are rows of their own', '1'),
  logarithm: switchField('logarithm', 'the logarithm of it', 'not the logarithm'),
});

export type SoftmaxShape = Readonly<z.infer<typeof schema>>;

export const softmax = defineFloatOperator<SoftmaxShape>({
  name: 'softmax',
  summary: 'exponentials of a row, divided by their sum',
  shape: schema,
  workloads: {
    'imagenet.classes': { n: '1000' },
    'bert.attention-128': { outer: '1536', n: '128' },
    'fcn.classes': { n: '21', inner: '50176' },
  },
  describe: ({ outer, n, inner, logarithm }) => `${[outer, n, inner].join('x')}${logarithm ? '-log' : ''}`,
  undescribe: (name) => {
    const found = groupsOf(/^(?<outer>\d+)x(?<n>\d+)x(?<inner>\d+)(?<log>-log)?$/.exec(name));
    if (!found) return undefined;
    const { log, ...rest } = found;
    return { ...rest, logarithm: log === undefined ? 'false' : 'true' };
  },
  counts: 'bytes',
  rows: 'a row, or a vector of rows, from its largest element to the quotients',
  flops: ({ outer, n, inner }) => 8 * outer * n * inner,
  computation,
});

function computation({ outer, n, inner, logarithm }: SoftmaxShape): Computation {
  const data = input('data', [outer, n, inner]);
  const largest = reduce('max', 'largest', [outer, inner], ['o', 'i'], { j: n }, ([o, i], { j }) => at(data, o, j, i));
  const shape = [outer, n, inner];
  const powers = compute('powers', shape, ['o', 'j', 'i'], ([o, j, i]) =>
    expBelow(at(data, o, j, i), at(largest, o, i)),
  );
  const total = sum('total', [outer, inner], ['o', 'i'], { j: n }, ([o, i], { j }) => at(powers, o, j, i));
  const output = compute('out', shape, ['o', 'j', 'i'], ([o, j, i]) =>
    logarithm
      ? minus(minus(at(data, o, j, i), at(largest, o, i)), apply('log', at(total, o, i)))
      : over(at(powers, o, j, i), at(total, o, i)),
  );
  return { inputs: [data], output, constants: [] };
}

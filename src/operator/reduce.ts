/**
 * reduce: out[o, i] = an operation over data[o, r, i] for all r, float32: sums, means, extremes, norms. The shape is
 * that of memory: a mean over rows and columns of NCHW is [N*C, H*W, 1], of NHWC [N, H*W, C]. Bytes count: those of
 * input and output.
 */
import { z } from 'zod';
import { apply, at, input, minus, plus, reduce as reduction, times } from '../ir/compute.js';
import type { Index } from '../ir/index.js';
import type { Computation, ReductionOp, Value } from '../ir/tensor.js';
import { constantValue } from '../ir/value.js';
import { defineFloatOperator } from './float-operator.js';
import { activationsField, activationTail } from './epilogue.js';
import { choiceField, productField } from './fields.js';
import { groupsOf } from './shape.js';

const schema = z.object({
  outer: productField('--outer <n>', 'elements around what is reduced', '1'),
  reduced: productField('--reduced <n>', 'elements that become one'),
  inner: productField('--inner <n>', 'neighbours that are reduced side by side', '1'),
  op: choiceField('--op <op>', 'sum, mean, max, min, prod, l1, l2, sumsquare, logsum or logsumexp', [
    'sum',
    ...(['mean', 'max', 'min', 'prod', 'l1', 'l2', 'sumsquare', 'logsum', 'logsumexp'] as const),
  ]),
  epilogue: activationsField(),
});

export type ReduceShape = Readonly<z.infer<typeof schema>>;

interface Operation {
  readonly op: ReductionOp;
  readonly of?: (v: Value) => Value;
  readonly finish?: (total: Value, count: number) => Value;
}

const operations: Readonly<Record<ReduceShape['op'], Operation>> = {
  sum: { op: 'add' },
  mean: { op: 'add', finish: (total, count) => times(total, constantValue(1 / count)) },
  max: { op: 'max' },
  min: { op: 'min' },
  prod: { op: 'mul' },
  l1: { op: 'add', of: (v) => apply('abs', v) },
  l2: { op: 'add', of: (v) => times(v, v), finish: (total) => apply('sqrt', total) },
  sumsquare: { op: 'add', of: (v) => times(v, v) },
  logsum: { op: 'add', finish: (total) => apply('log', total) },
  logsumexp: { op: 'add', finish: (total) => apply('log', total) },
};

export const reduce = defineFloatOperator<ReduceShape>({
  name: 'reduce',
  summary: 'sums, means, extremes and norms along one dimension of three',
  shape: schema,
  workloads: {
    'resnet50.average': { outer: '2048', reduced: '49', op: 'mean' },
    'resnet50.average-NHWC': { reduced: '49', inner: '2048', op: 'mean' },
    'squeezenet.average': { outer: '1000', reduced: '169', op: 'mean' },
    'bert.mean': { outer: '128', reduced: '768', op: 'mean' },
  },
  describe: ({ outer, reduced, inner }) => [outer, reduced, inner].join('x'),
  undescribe: (name) => groupsOf(/^(?<outer>\d+)x(?<reduced>\d+)x(?<inner>\d+)$/.exec(name)),
  counts: 'bytes',
  flops: ({ outer, reduced, inner }) => 4 * outer * inner * (reduced + 1),
  computation,
});

export const reduceShape = reduce.shapeOf;

function computation(s: ReduceShape): Computation {
  const { op, of = (v: Value) => v, finish = (total: Value) => total } = operations[s.op];
  const data = input('data', [s.outer, s.reduced, s.inner]);
  const tail = activationTail(s.epilogue);
  const shape = [s.outer, s.inner];
  const read = (o: Index, r: Index, i: Index): Value => at(data, o, r, i);
  const largest =
    s.op === 'logsumexp'
      ? reduction('max', 'largest', shape, ['o', 'i'], { r: s.reduced }, ([o, i], { r }) => read(o, r, i))
      : undefined;
  const output = reduction(
    op,
    'out',
    shape,
    ['o', 'i'],
    { r: s.reduced },
    ([o, i], { r }) => (largest ? apply('exp', minus(read(o, r, i), at(largest, o, i))) : of(read(o, r, i))),
    (total, [o, i]) => {
      const value = finish(total, s.reduced);
      return tail(largest ? plus(value, at(largest, o, i)) : value);
    },
  );
  return { inputs: [data], output, constants: [] };
}

/**
 * mlp: two products in a row with constant weights, as the perceptrons of transformers and 1x1 convolutions in a row:
 * middle[m, h] = between(sum over k of data[m, k] * weights[k, h]), out[m, n] = epilogue(sum over h of middle[m, h] *
 * weights2[h, n]). Both weights may be transposed in memory, [h, k] and [n, h]. What lies between is float32.
 */
import { z } from 'zod';
import { at, input, sum, times } from '../ir/compute.js';
import type { Index } from '../ir/index.js';
import type { Computation, Tensor, Value } from '../ir/tensor.js';
import { defineOperator } from './declaration.js';
import { betweenField, buildTail, epilogueField } from './epilogue.js';
import { elementTypeField, extentField, switchField } from './fields.js';
import { groupsOf } from './shape.js';

const schema = z.object({
  m: extentField('-m <n>', 'rows of the data and of the result'),
  k: extentField('-k <n>', 'columns of the data, length of the first sums'),
  hidden: extentField('--hidden <n>', 'columns between both products'),
  n: extentField('-n <n>', 'columns of the result'),
  transB: switchField('trans-b', 'both weights are transposed in memory', 'no weights are transposed'),
  dtype: elementTypeField(),
  between: betweenField(),
  epilogue: epilogueField(),
});

export type MlpShape = Readonly<z.infer<typeof schema>>;

const workloads = {
  'vit.mlp': perceptron(197, 768, 3072),
  'bert.mlp-128': perceptron(128, 768, 3072),
  'minilm.mlp-128': perceptron(128, 384, 1536),
  'swin.mlp-56': perceptron(3136, 96, 384),
  'swin.mlp-7': perceptron(49, 768, 3072),
};

function perceptron(m: number, k: number, hidden: number): Readonly<Record<string, string>> {
  return { m: `${m}`, k: `${k}`, hidden: `${hidden}`, n: `${k}`, between: 'bias,gelu', epilogue: 'bias,add' };
}

export const mlp = defineOperator<MlpShape>({
  name: 'mlp',
  summary: 'two dense layers in a row, what lies between kept in the cache',
  shape: schema,
  workloads,
  describe: ({ m, k, hidden, n, transB }) => `${[m, k, hidden, n].join('x')}${transB ? '+trans-b' : ''}`,
  undescribe: (name) => groupsOf(/^(?<m>\d+)x(?<k>\d+)x(?<hidden>\d+)x(?<n>\d+)$/.exec(name)),
  flops: ({ m, k, hidden, n }) => 2 * m * hidden * (k + n),
  computation,
});

export const mlpShape = mlp.shapeOf;

function computation(shape: MlpShape): Computation {
  const { m, k, hidden, n, dtype, between, epilogue } = shape;
  const data = input('data', [m, k], dtype);
  const [weights, atWeights] = weightsOf('weights', k, hidden, shape);
  const [weights2, atWeights2] = weightsOf('weights2', hidden, n, shape);
  const first = buildTail(between, [m, hidden], [hidden], (axes) => [axes[1]!], { dtype, terms: k });
  const middle = sum(
    'middle',
    [m, hidden],
    ['i', 'h'],
    { k },
    ([i, h], { k: kk }) => times(at(data, i, kk), atWeights(kk, h)),
    first.finish,
  );
  const second = buildTail(epilogue, [m, n], [n], (axes) => [axes[1]!], { dtype, before: between, terms: hidden });
  const output = sum(
    'out',
    [m, n],
    ['i', 'j'],
    { h: hidden },
    ([i, j], { h }) => times(at(middle, i, h), atWeights2(h, j)),
    second.finish,
    second.dtype,
  );
  const inputs = [data, weights, ...first.inputs, weights2, ...second.inputs];
  return { inputs, output, constants: [weights, weights2] };
}

type Weights = readonly [tensor: Tensor, at: (row: Index, column: Index) => Value];

/** Weights of so many terms a sum, as they lie in memory. */
function weightsOf(name: string, terms: number, columns: number, { transB, dtype }: MlpShape): Weights {
  const tensor = input(name, transB ? [columns, terms] : [terms, columns], dtype);
  return [tensor, (row, column) => (transB ? at(tensor, column, row) : at(tensor, row, column))];
}

/**
 * matmul_nbits: C[m, n] = sum over k of A[m, k] * scale[n, b] * (B[n, k] - zero[n, b]) of weights B in 2, 4 or 8 bits,
 * whose scale and zero point are those of their block b = k / block, as ONNX Runtime's MatMulNBits. Of a byte the first
 * weight has the lowest bits; the last block is filled up. Zero points are bytes, or the middle, 2^(bits - 1). Weights,
 * scales and zero points are constant. What is added up of a block is multiplied by its scale once:
 * scale * (sum of A * B - zero * sum of A).
 */
import { z } from 'zod';
import { at, bitsOf, compute, input, minus, sum, times } from '../ir/compute.js';
import type { Index } from '../ir/index.js';
import * as ix from '../ir/index.js';
import { valueType, type Computation, type Value } from '../ir/tensor.js';
import { cast, constantValue, select } from '../ir/value.js';
import { UsageError } from '../target/errors.js';
import { defineOperator } from './declaration.js';
import { buildTail, checkTail, epilogueField } from './epilogue.js';
import { elementTypeField, extentField, switchField } from './fields.js';
import { groupsOf } from './shape.js';

const schema = z.object({
  m: extentField('-m <n>', 'rows of the result'),
  n: extentField('-n <n>', 'columns of the result'),
  k: extentField('-k <n>', 'length of the sums'),
  bits: extentField('--bits <n>', 'bits of a weight: 2, 4 or 8', '4'),
  block: extentField('--block <n>', 'weights along k that share a scale', '32'),
  zeros: switchField('zeros', 'zero points are an input', 'the zero point is the middle of the range'),
  dtype: elementTypeField(),
  epilogue: epilogueField(),
});

export type MatmulNBitsShape = Readonly<z.infer<typeof schema>>;

/** Products of models of language as they decode a token, and of a prompt. */
const workloads = {
  'llama2.attention-int4': { m: '1', n: '4096', k: '4096' },
  'llama2.up-int4': { m: '1', n: '11008', k: '4096' },
  'llama2.down-int4': { m: '1', n: '4096', k: '11008' },
  'llama2.attention-int8': { m: '1', n: '4096', k: '4096', bits: '8' },
  'llama2.up-int8': { m: '1', n: '11008', k: '4096', bits: '8' },
  'llama2.prompt-32-int4': { m: '32', n: '4096', k: '4096' },
};

export const matmulNBits = defineOperator<MatmulNBitsShape>({
  name: 'matmul_nbits',
  summary: 'product with weights of 2, 4 or 8 bits, whose blocks have scales',
  shape: schema,
  workloads,
  describe: ({ m, n, k, bits, block, zeros }) => `${m}x${n}x${k}-${bits}bits-${block}${zeros ? '+zeros' : ''}`,
  undescribe: (name) => groupsOf(/^(?<m>\d+)x(?<n>\d+)x(?<k>\d+)-(?<bits>\d+)bits-(?<block>\d+)$/.exec(name)),
  check: (shape) => {
    const { bits, block } = shape;
    if (![2, 4, 8].includes(bits)) throw new UsageError(`--bits ${bits} must be 2, 4 or 8`);
    if ((block * bits) % 8 !== 0)
      throw new UsageError(`--block ${block} of ${bits} bits is no number of bytes: give a multiple of ${8 / bits}`);
    checkTail(shape);
  },
  flops: ({ m, n, k }) => 2 * m * n * k,
  computation,
});

export const matmulNBitsShape = matmulNBits.shapeOf;

/**
 * What weights q and zero points z come to apart is larger than their difference: where q is even in [0, 1), E(q² + z²)
 * is 7 times E(q - z)² for z in the middle, and 4 times for z that are drawn like q.
 */
const cancellation = (zeros: boolean): number => (zeros ? 2 : Math.sqrt(7));

/** Blocks along k. */
const blocksOf = ({ k, block }: Pick<MatmulNBitsShape, 'k' | 'block'>): number => Math.ceil(k / block);

function computation(shape: MatmulNBitsShape): Computation {
  const { m, n, k, bits, block, zeros, dtype, epilogue } = shape;
  const [blocks, inByte] = [blocksOf(shape), 8 / bits];
  const a = input('A', [m, k], dtype);
  const weights = input('B', [n, blocks, block / inByte], 'uint8');
  const scales = input('scales', [n, blocks]);
  const zeroPoints = zeros ? input('zeros', [n, blocks], 'uint8') : undefined;
  const rows = (i: Index, b: Index, inBlock: Index): Value => {
    const place = ix.add(ix.scale(b, block), inBlock);
    const inside = ix.subtract(ix.constant(k - 1), place);
    return select(ix.range(inside).min < 0 ? [inside] : [], at(a, i, place), constantValue(0));
  };
  const padded = compute('padded', [m, blocks, block], ['i', 'b', 't'], ([i, b, t]) => rows(i, b, t));
  const totals = sum('totals', [m, blocks], ['i', 'b'], { t: block }, ([i, b], { t }) => at(padded, i, b, t));
  const products = sum(
    'products',
    [m, n, blocks],
    ['i', 'j', 'b'],
    { t: block / inByte, f: inByte },
    ([i, j, b], { t, f }) => {
      const weight = bitsOf(at(weights, j, b, t), ix.scale(f, bits), bits);
      return times(at(padded, i, b, ix.add(ix.scale(t, inByte), f)), cast(valueType, weight));
    },
  );
  const tail = buildTail(epilogue, [m, n], [n], (axes) => axes.slice(-1), { dtype, terms: k });
  const output = sum(
    'C',
    [m, n],
    ['i', 'j'],
    { b: blocks },
    ([i, j], { b }) => {
      const zero = zeroPoints ? cast(valueType, at(zeroPoints, j, b)) : constantValue(2 ** (bits - 1));
      return times(at(scales, j, b), minus(at(products, i, j, b), times(zero, at(totals, i, b))));
    },
    tail.finish,
    tail.dtype,
  );
  const constants = [weights, scales, ...(zeroPoints ? [zeroPoints] : [])];
  return { inputs: [a, ...constants, ...tail.inputs], output, constants, cancellation: cancellation(zeros) };
}

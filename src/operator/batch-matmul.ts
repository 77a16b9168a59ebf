/** batch_matmul: C[b, m, n] = A[b, m, k] · B[b, k, n] for every b, row-major, either input transposed in memory. */
import { z } from 'zod';
import { commonType, elementType, parseArgs, sizes, tensorArg } from './args.js';
import { extentsOf, inputArgs, productOperator, tailArgs } from './product.js';

/** Attention of BERT-base: 12 heads of 64 channels. Scores are Q · Kᵀ, the context is their product with V. */
const attention = [128, 384].flatMap((length): [string, Record<string, string>][] => [
  [`bert.scores-${length}`, { batch: '12', m: `${length}`, n: `${length}`, k: '64', transA: 'false', transB: 'true' }],
  [
    `bert.context-${length}`,
    { batch: '12', m: `${length}`, n: '64', k: `${length}`, transA: 'false', transB: 'false' },
  ],
]);

/** AutoTVM's arguments (inputs, shape and type of the output, transpositions), then ours. */
const argsSchema = z.tuple([
  tensorArg(3, elementType),
  tensorArg(3, elementType),
  sizes(3),
  elementType,
  z.boolean(),
  z.boolean(),
  ...tailArgs('B'),
]);

export const batchMatmul = productOperator({
  name: 'batch_matmul',
  summary: 'C = A · B for every matrix of a batch, row-major, either input transposed',
  inputs: ['A', 'B'],
  output: 'C',
  batched: true,
  layout: undefined,
  constant: false,
  workloads: Object.fromEntries(attention),
  encode: (shape) => {
    const { batch, m, n, transA, transB, dtype, epilogue, constant } = shape;
    return [...inputArgs(shape), [batch!, m, n], dtype, transA, transB, epilogue, constant];
  },
  decode: (args) => {
    const parsed = parseArgs('batch_matmul', argsSchema, args);
    const [[, a, typeA], [, b, typeB], out, type, transA, transB, epilogue, constant] = parsed;
    const extents = extentsOf(a, b, { transA, transB });
    if (!extents || [extents.batch, extents.m, extents.n].join() !== out.join())
      return parseArgs('batch_matmul', z.never(), args);
    return { ...extents, dtype: commonType('batch_matmul', typeA, typeB, type), epilogue, constant };
  },
});

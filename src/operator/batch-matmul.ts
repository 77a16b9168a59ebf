/** batch_matmul: C[b, m, n] = A[b, m, k] · B[b, k, n] for every b, row-major, either input transposed in memory. */
import { implied, sizes3 } from './args.js';
import { productOperator } from './product.js';

/** Attention of BERT-base: 12 heads of 64 channels. Scores are Q · Kᵀ, the context is their product with V. */
const attention = [128, 384].flatMap((length): [string, Record<string, string>][] => [
  [`bert.scores-${length}`, { batch: '12', m: `${length}`, n: `${length}`, k: '64', transA: 'false', transB: 'true' }],
  [
    `bert.context-${length}`,
    { batch: '12', m: `${length}`, n: '64', k: `${length}`, transA: 'false', transB: 'false' },
  ],
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
  // AutoTVM's output, type and transpositions, then ours.
  log: {
    order: [
      implied(sizes3, ({ batch = 1, m, n }) => [batch, m, n]),
      ...(['dtype', 'transA', 'transB', 'epilogue', 'constant'] as const),
    ],
  },
});

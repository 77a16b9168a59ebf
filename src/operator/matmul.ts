/** matmul: C[m, n] = A[m, k] · B[k, n], row-major, either input transposed in memory. */
import { productOperator } from './product.js';

const shapes = [
  ...[512, 1024, 2048].map((n) => [n, n, n]),
  [128, 768, 768],
  [128, 3072, 768],
  [128, 768, 3072],
  [384, 1024, 1024],
  [1, 4096, 4096],
  [16, 1024, 1024],
  [3136, 64, 64],
  [784, 128, 1152],
  [196, 256, 2304],
  [49, 512, 4608],
  ...[1000, 64, 256].map((n) => [n, n, n]),
  [333, 777, 555],
] as const;

export const matmul = productOperator({
  name: 'matmul',
  summary: 'C = A · B, row-major, either input transposed',
  inputs: ['A', 'B'],
  output: 'C',
  batched: false,
  layout: undefined,
  constant: false,
  workloads: Object.fromEntries(
    shapes.map(([m, n, k]) => [
      `gemm.${m === n && n === k ? m : `${m}x${n}x${k}`}`,
      { m: `${m}`, n: `${n}`, k: `${k}` },
    ]),
  ),
  // Records of transposed inputs say so at their end; those of plain ones are as they always were.
  log: { order: ['dtype', 'epilogue', 'constant'], last: ['transA', 'transB'] },
});

/** The operators that `tune` knows. */
import { UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import { batchMatmul } from './batch-matmul.js';
import { dense } from './dense.js';
import { matmul } from './matmul.js';
import { conv2d } from './conv2d.js';
import { convPool } from './conv-pool.js';
import { conv2dTranspose } from './conv2d-transpose.js';
import { elementwise } from './elementwise.js';
import type { Operator } from './operator.js';
import { lrn } from './lrn.js';
import { pool } from './pool.js';
import { reduce } from './reduce.js';
import { separable } from './separable.js';
import { softmax } from './softmax.js';

export const operators: readonly Operator[] = [
  conv2d,
  conv2dTranspose,
  matmul,
  batchMatmul,
  dense,
  elementwise,
  pool,
  reduce,
  softmax,
  lrn,
  separable,
  convPool,
];

/** The operator of a name, among ours unless others are given. Throws UsageError with the nearest. */
export function findOperator(name: string, among: readonly Operator[] = operators): Operator {
  const found = among.find((o) => o.name === name);
  if (found) return found;
  const names = among.map((o) => o.name);
  throw new UsageError(`unknown operator "${name}"${didYouMean(name, names)} Operators are ${names.join(', ')}.`);
}

import { isDeepStrictEqual } from 'node:util';
import { elementTypeOf } from '../operator/operator.js';
import { matrixProductsOf, type Products } from './narrow.js';
import { operatorOf } from './task.js';
import type { Task } from './template.js';

/** Terms of a long sum, which steps of any size divide. */
const LONG = 2 ** 20;

type Multiplying = Pick<Task, 'operator' | 'workload' | 'target'>;

/** How elements are multiplied in long sums of many rows; undefined on GPUs, and of what multiplies none. */
export function bestProducts(task: Multiplying): Products | undefined {
  const { workload, target } = task;
  const { gives, counts } = operatorOf(task);
  if (target.model !== 'simd' || gives === 'source' || counts === 'bytes') return undefined;
  return matrixProductsOf(elementTypeOf(workload), LONG, Infinity, target.vector);
}

/**
 * Whether two tasks multiply their elements in the same way. Where they do not, what was measured of one does not show
 * which template is the fastest for the other.
 */
export function multipliesAlike(one: Multiplying, other: Multiplying): boolean {
  return isDeepStrictEqual(bestProducts(one), bestProducts(other));
}

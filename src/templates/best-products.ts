import { isDeepStrictEqual } from 'node:util';
import { elementTypeOf } from '../operator/operator.js';
import type { Target } from '../target/target.js';
import { productsOf, type Products } from './narrow.js';
import { operatorOf } from './task.js';
import type { Task } from './template.js';

type Multiplying = Pick<Task, 'operator' | 'workload' | 'target'>;

/** How elements are multiplied in long sums of many rows; undefined on GPUs, and of what multiplies none. */
export function bestProducts(task: Multiplying): Products | undefined {
  const { workload, target } = task;
  const { gives, counts } = operatorOf(task);
  if (target.model !== 'simd' || gives === 'source' || counts === 'bytes') return undefined;
  return productsOf(elementTypeOf(workload), Infinity, Infinity, target.vector);
}

/**
 * Whether a target multiplies the elements of a task as the target of that does. Where it does not, what was measured
 * there does not show which template is the fastest.
 */
export function multipliesAlike(task: Multiplying, target: Target): boolean {
  return isDeepStrictEqual(bestProducts(task), bestProducts({ ...task, target }));
}

/** Times that are too short to be true. */
import { elementType } from '../elements/registry.js';
import { computedIn, weightsOf } from '../ir/tensor.js';
import { elementTypeOf } from '../operator/operator.js';
import type { Task } from './template.js';
import { operatorOf } from './task.js';

/**
 * More than any CPU does: multiply-adds of whole vectors, or of rows with matrices, that a core starts in a cycle, and
 * its cycles a second.
 */
const startedAtOnce = 2;
const cycles = 6e9;

/** Bytes that a core moves, of its nearest cache, while it could compute one number. */
const bytesOfFlop = 4;

/** Multiplications that Winograd's filtering saves at most: F(4x4, 5x5) makes 64 of 400. */
const mostSaved = 400 / 64;

/**
 * FLOP/s that a kernel of a task seems to reach that takes so long, what its algorithm may save left out. A user's
 * source may have an algorithm that saves as much as the best known ones.
 */
export function seemingRate(task: Task, seconds: number): number {
  const { template, workload } = task;
  const operator = operatorOf(task);
  const counted = operator.counts === 'bytes' ? bytesOfFlop : 1;
  const saves = template.saving !== undefined || template.gives === 'source';
  return operator.flops(workload) / counted / seconds / (saves ? mostSaved : 1);
}

/** FLOP/s beyond every CPU of a task's target, whatever its clock: two to four times what is measured. */
export function cpuCeiling({ target, workload }: Task): number | undefined {
  if (target.model !== 'simd') return undefined;
  const { lanes, matrices } = target.vector;
  const dtype = elementTypeOf(workload);
  const [data, weights, sum] = [dtype, weightsOf(dtype), computedIn(dtype)].map(elementType);
  const inMatrices = matrices?.can(data!, weights!, sum!) ? matrices : undefined;
  const products = inMatrices
    ? (inMatrices.bytes / data!.bytes) * (inMatrices.bytes / sum!.bytes)
    : (4 / Math.min(4, data!.bytes)) * lanes;
  return 2 * startedAtOnce * products * cycles * target.threads;
}

/** Bytes a second that no core loads and stores: three vectors of 64 bytes a cycle, and two. */
export const cacheCeiling = { loads: 3 * 64 * cycles, stores: 2 * 64 * cycles };

/** Times that are too short to be true. */
import type { Task } from './template.js';
import { operatorOf } from './task.js';

/** More than any CPU does: multiply-adds of whole vectors that a core starts in a cycle, and its cycles a second. */
const startedAtOnce = 2;
const cycles = 6e9;

/** Bytes that a core moves, of its nearest cache, while it could compute one number. */
const bytesOfFlop = 4;

/** Multiplications that Winograd's filtering saves at most: F(4x4, 5x5) makes 64 of 400. */
const mostSaved = 400 / 64;

/**
 * Seconds a call that no kernel of a task can be faster than: on the cores of its target, whatever their clock, two to
 * four times the measured peak. Of a GPU the target does not tell how large it is: there `ceiling`, in FLOP/s, is more
 * than it can do, and without that nothing is too fast.
 */
export function implausibleSeconds({ template, workload, target, ...rest }: Task, ceiling?: number): number {
  const most = target.model === 'simd' ? 2 * startedAtOnce * target.vector.lanes * cycles * target.threads : ceiling;
  if (most === undefined) return 0;
  const operator = operatorOf({ workload, ...rest });
  const counted = operator.counts === 'bytes' ? bytesOfFlop : 1;
  return operator.flops(workload) / counted / most / (template.saving === undefined ? 1 : mostSaved);
}

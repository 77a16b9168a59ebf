/** Times that are too short to be true. */
import type { Task } from './template.js';
import { operatorOf } from './task.js';

/** More than any CPU does: multiply-adds of whole vectors that a core starts in a cycle, and its cycles a second. */
const startedAtOnce = 2;
const cycles = 6e9;

/** Multiplications that Winograd's filtering saves at most: F(4x4, 5x5) makes 64 of 400. */
const mostSaved = 400 / 64;

/**
 * Seconds a call that no kernel of a task can be faster than on the cores of its target, whatever their clock: two to
 * four times the measured peak. 0 for GPUs, of whose target strings no number of cores is known.
 */
export function implausibleSeconds({ template, workload, target, ...rest }: Task): number {
  if (target.model !== 'simd') return 0;
  const peak = 2 * startedAtOnce * target.vector.lanes * cycles * target.threads;
  const flops = operatorOf({ workload, ...rest }).flops(workload);
  return flops / peak / (template.saving === undefined ? 1 : mostSaved);
}

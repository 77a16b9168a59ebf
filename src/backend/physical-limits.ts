/**
 * What no kernel can do here: compute faster than multiply-adds that never wait. The peak is measured when a time comes
 * near it first, and again before a kernel is refused for it, since clocks change.
 */
import { elementTypeOf } from '../operator/operator.js';
import { countsOf } from '../operator/counts.js';
import { formatGflops, formatSpeed, formatTime } from '../target/format.js';
import type { Target } from '../target/target.js';
import type { DType } from '../ir/tensor.js';
import { cpuCeiling, seemingRate } from '../templates/plausible.js';
import { operatorOf } from '../templates/task.js';
import type { Task } from '../templates/template.js';
import { backendOf, formatTarget } from './registry.js';

/** A clock that rises for a moment does not add more than that to a peak that was the best of several looks. */
const margin = 1.25;
/** Looks at the peak before a kernel is refused for it. */
const looks = 3;
/** The share of the ceiling of all CPUs from which on the peak of this one is looked at. */
const suspicious = 0.25;

export class PhysicalLimits {
  private readonly peaks = new Map<string, number>();

  /** Why no kernel of a task can take so few seconds a call; undefined where one can. */
  async refuse(task: Task, seconds: number): Promise<string | undefined> {
    const rate = seemingRate(task, seconds);
    const { target, workload } = task;
    const dtype = elementTypeOf(workload);
    const ceiling = cpuCeiling(task) ?? backendOf(target).ceiling?.(target, dtype);
    if (ceiling === undefined) return undefined;
    const counts = countsOf(operatorOf(task), workload);
    // Caches may move more than four bytes a multiplication and addition.
    const isMeasured = target.model === 'simd' && counts !== 'bytes';
    const most =
      isMeasured && rate > suspicious * ceiling
        ? Math.min(ceiling, await this.peakAbove(target, dtype, rate))
        : ceiling;
    if (rate <= most) return undefined;
    // Of bytes the rate is what could be computed meanwhile.
    const counted = counts === 'bytes' ? 'flops' : counts;
    const what = counts === 'bytes' ? 'moving the bytes' : 'the operations';
    const saving =
      task.template.gives === 'source'
        ? `; if it needs fewer than its spec says, correct ${counts === 'bytes' ? 'bytes' : 'flops'} there`
        : '';
    return `${formatTime(seconds)} a call are impossible: ${what} of this workload would take ${formatSpeed(rate, counted)}, and this machine does at most ${formatGflops(most)}${saving}`;
  }

  /** What can be reached of a type's peak at its best, looked at until it is above a rate or has been seen often. */
  private async peakAbove(target: Target, dtype: DType, rate: number): Promise<number> {
    const key = `${dtype} ${formatTarget(target)}`;
    for (let look = this.peaks.has(key) ? 1 : 0; look <= looks; look++) {
      const peak = this.peaks.get(key) ?? 0;
      if (margin * peak >= rate) break;
      this.peaks.set(key, Math.max(peak, (await backendOf(target).measurePeak(target, dtype)) ?? Infinity));
    }
    return margin * this.peaks.get(key)!;
  }
}

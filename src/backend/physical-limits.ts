/**
 * What no kernel can do here: compute faster than multiply-adds that never wait, or move its operands faster than the
 * nearest caches take them. Both are measured when a time comes near them first, and again before a kernel is refused
 * for it, since clocks change.
 */
import { elementTypeOf, leastTrafficOf } from '../operator/operator.js';
import { countsOf } from '../operator/counts.js';
import { formatBytes, formatGflops, formatSpeed, formatTime } from '../target/format.js';
import { threadsOf, type Target } from '../target/target.js';
import type { DType } from '../ir/tensor.js';
import { cacheCeiling, cpuCeiling, seemingRate } from '../templates/plausible.js';
import { operatorOf } from '../templates/task.js';
import type { Task } from '../templates/template.js';
import { backendOf, formatTarget } from './registry.js';

/** A clock that rises for a moment does not add more than that to a peak that was the best of several looks. */
const margin = 1.25;
/** Looks at the peak before a kernel is refused for it. */
const looks = 3;
/** The share of the ceiling of all CPUs from which on the peak of this one is looked at. */
const suspicious = 0.25;
/** The same of what caches give: CPUs differ more in that. */
const suspiciousOfCache = 0.125;
/** Seconds that a time may lack: what changes between calls is subtracted, and may have overlapped with the kernel. */
const subtracted = 20e-9;

/** Of what a target names another machine for, only what no CPU exceeds is known. */
export class PhysicalLimits {
  private readonly best = new Map<string, number>();

  /** Why no kernel of a task can take so few seconds a call; undefined where one can. */
  async refuse(task: Task, seconds: number): Promise<string | undefined> {
    const { counts, gives } = operatorOf(task);
    // What such an operator moves is known better than its count says.
    const isTraffic =
      counts === 'bytes' && gives !== 'source' && backendOf(task.target).measureNearestCache !== undefined;
    return (isTraffic ? undefined : await this.refuseRate(task, seconds)) ?? this.refuseTraffic(task, seconds);
  }

  /** By what it computes. */
  private async refuseRate(task: Task, seconds: number): Promise<string | undefined> {
    const rate = seemingRate(task, seconds);
    const { target, workload } = task;
    const dtype = elementTypeOf(workload);
    const isHere = target.machine === undefined;
    const ceiling = cpuCeiling(task) ?? (isHere ? backendOf(target).ceiling?.(target, dtype) : undefined);
    if (ceiling === undefined) return undefined;
    const counts = countsOf(operatorOf(task), workload);
    // Caches may move more than four bytes a multiplication and addition.
    const isMeasured = target.model === 'simd' && counts !== 'bytes' && isHere;
    const isLooked = isMeasured && rate > suspicious * ceiling && rate <= ceiling;
    const most = isLooked ? Math.min(ceiling, await this.peakAbove(target, dtype, rate)) : ceiling;
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

  /**
   * By what it must read and write: operands that a cache holds come as fast as the nearest one gives them, and loads
   * do not wait for stores.
   */
  private async refuseTraffic(task: Task, seconds: number): Promise<string | undefined> {
    const measure = backendOf(task.target).measureNearestCache;
    if (!measure) return undefined;
    const { read, written } = leastTrafficOf(operatorOf(task), task.workload);
    const threads = threadsOf(task.target);
    for (const [way, bytes, what] of [
      ['loads', read, 'reading the inputs'],
      ['stores', written, 'writing the output'],
    ] as const) {
      const rate = bytes / (seconds + subtracted) / threads;
      if (rate <= suspiciousOfCache * cacheCeiling[way]) continue;
      const isLooked = task.target.machine === undefined && rate <= cacheCeiling[way];
      const here = isLooked ? await this.above(way, rate, async () => (await measure())[way]) : Infinity;
      const most = Math.min(cacheCeiling[way], here);
      if (rate > most)
        return `${formatTime(seconds)} a call are impossible: ${what} of this workload, ${formatBytes(bytes)}, would take ${formatGflops(threads * rate)} GB/s, and the nearest caches of this machine give at most ${formatGflops(threads * most)}`;
    }
    return undefined;
  }

  /** What can be reached of a type's peak at its best. */
  private peakAbove(target: Target, dtype: DType, rate: number): Promise<number> {
    return this.above(
      `${dtype} ${formatTarget(target)}`,
      rate,
      async () => (await backendOf(target).measurePeak(target, dtype)) ?? Infinity,
    );
  }

  /** The best that was measured and its margin, looked at until it is above a rate or has been seen often. */
  private async above(what: string, rate: number, measure: () => Promise<number>): Promise<number> {
    for (let look = this.best.has(what) ? 1 : 0; look <= looks; look++) {
      const best = this.best.get(what) ?? 0;
      if (margin * best >= rate) break;
      this.best.set(what, Math.max(best, await measure()));
    }
    return margin * this.best.get(what)!;
  }
}

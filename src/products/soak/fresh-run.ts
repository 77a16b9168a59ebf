/** One kernel in runs of its own, which show how far the times of two runs, and of two kernels in one, can be apart. */
import { LocalMeasurer, type Contender } from '../../backend/measurer.js';
import type { RoundsTrial } from '../../measure/measurement.js';
import { hostTarget } from '../../backend/cpu/target.js';
import { mapCauses, type Causes } from '../../measure/causes.js';
import { shareOfSlow, timingOf } from '../../measure/estimate.js';
import { matmul } from '../../operator/matmul.js';
import { WorkError } from '../../target/errors.js';
import { findTemplate } from '../../templates/registry.js';
import { makeTask } from '../../templates/task.js';
import { withSuggestions } from '../../transfer/suggestions.js';
import { nothingKnown } from '../../model/prior.js';

/** What a run said of the kernel. */
export interface Run {
  readonly seconds: number;
  /** Of the same kernel a second time, which took turns with the first. */
  readonly beside: number;
  /** Share of the repeats of both, and by what. */
  readonly disturbed: number;
  readonly causes: Causes;
  /** Share of the repeats that took 1.2 times the fastest, though nothing showed that they were disturbed. */
  readonly missed: number;
  readonly noisy: boolean;
}

/** What a soak times: a product of matrices in the caches, in the schedule that a search would try first. */
export function soakedKernel(threads: number): Contender {
  const template = findTemplate('matmul.blocked');
  const workload = matmul.workload(undefined, { m: '256', n: '256', k: '256' });
  const task = makeTask(template, workload, hostTarget(threads));
  const [config] = withSuggestions(nothingKnown, task).warmStarts;
  if (config === undefined) throw new Error('the template suggests nothing');
  return { task, config };
}

/**
 * Times a config in a run of its own: new processes, new inputs, a new build, beside itself, taking turns as in finals.
 * Undefined when aborted. Throws WorkError when the kernel fails, MissingError without a compiler.
 */
export async function freshRun(contender: Contender, seed: number, signal?: AbortSignal): Promise<Run | undefined> {
  const measurer = await LocalMeasurer.create({ seed });
  try {
    const both = await measurer.remeasure([contender, contender], signal ? { signal } : {});
    // One that was stopped may lack rounds.
    const [first, second] = both;
    if (first === undefined || second === undefined || signal?.aborted === true) return undefined;
    const [timing, beside] = [timingOf(first), timingOf(second)];
    if (!timing || !beside) throw new WorkError(`The kernel that is timed failed: ${first.message ?? second.message}.`);
    const mean = (pick: (one: RoundsTrial) => number | undefined): number =>
      ((pick(first) ?? 0) + (pick(second) ?? 0)) / 2;
    return {
      seconds: timing.seconds,
      beside: beside.seconds,
      disturbed: mean(({ disturbed }) => disturbed),
      missed: mean(({ disturbed = 0, costs }) => (1 - disturbed) * shareOfSlow(costs)),
      causes: mapCauses((cause) => mean(({ causes }) => causes?.[cause])),
      noisy: first.noisy === true || second.noisy === true,
    };
  } finally {
    await measurer.close();
  }
}

/** The last event of a program's session: its kernels with their times, and what was written. */
import { resolve } from 'node:path';
import { findOperator } from '../../operator/registry.js';
import { resultOf } from '../../tuner/run-events.js';
import type { LayerRow, NetworkEventNamed } from '../schedule/events.js';
import type { BuiltProgram, UsedKernel } from './build.js';
import type { ProgramPlan } from './plan.js';
import type { ScheduledTrials } from './schedule.js';
import type { WrittenProgram } from './write.js';

type Finish = NetworkEventNamed<'finish'>;

/** What the trials came to, with all that the program calls in the place of the layers that were searched. */
export function finishProgram(
  { first, others, isInterrupted }: ScheduledTrials,
  plan: ProgramPlan,
  built: BuiltProgram,
  written: WrittenProgram,
): Finish {
  const { kernels } = built;
  const total = sumOver(kernels, ({ kernel: { best, seconds } }) => best?.seconds ?? seconds);
  const isMeasured = kernels.every(({ kernel }) => kernel.best !== undefined);
  const flops = sumOver(kernels, ({ workload }) => flopsOf(workload));
  const low = sumOver(kernels, ({ kernel: { best, seconds } }) => best?.low ?? seconds);
  const high = sumOver(kernels, ({ kernel: { best, seconds } }) => best?.high ?? seconds);
  // The last search of a layer knows most of it.
  const searched = [first, ...others].toReversed().flatMap(({ layers }) => layers);
  return {
    ...first,
    reason: isInterrupted ? 'interrupted' : first.reason,
    seconds: isMeasured ? total : null,
    interval: isMeasured ? [low, high] : null,
    gflops: isMeasured ? flops / total / 1e9 : null,
    layers: kernels.map((used) => rowOf(used, searched, total)),
    trials: [first, ...others].reduce((sum, { trials }) => sum + trials, 0),
    program: programOf(built, written, plan, isMeasured),
  };
}

function sumOver(kernels: readonly UsedKernel[], of: (used: UsedKernel) => number): number {
  return kernels.reduce((sum, used) => sum + used.calls * of(used), 0);
}

/** Operations of convolutions and products: what counts bytes is no part of the speed. */
function flopsOf(workload: UsedKernel['workload']): number {
  const operator = findOperator(workload.operator);
  return operator.counts === 'bytes' ? 0 : operator.flops(workload);
}

function rowOf({ name, workload, kernel, calls }: UsedKernel, searches: readonly LayerRow[], total: number): LayerRow {
  const searched = searches.find((row) => row.operator === workload.operator && row.workload === workload.name);
  const { best, seconds, task, from, share } = kernel;
  return {
    ...(searched ?? unsearched),
    name,
    operator: workload.operator,
    workload: workload.name,
    weight: calls,
    counts: findOperator(workload.operator).counts ?? 'flops',
    seconds: best?.seconds ?? null,
    template: task.template.name,
    best: best ? resultOf(best) : null,
    from,
    share: (calls * seconds) / total,
    expected_share: share ?? null,
  };
}

/** Of a kernel that had a few looks at most. */
const unsearched = {
  trials: 0,
  confirmed: false,
  ties: [],
  run: 0,
  failed: 0,
  ending: null,
  templates: [],
  failures: [],
  first_failure: null,
};

function programOf(
  { program, kernels, leastBytes, moves }: BuiltProgram,
  { library, errors, seconds, compared }: WrittenProgram,
  { name, out, tolerance }: ProgramPlan,
  measured: boolean,
): Finish['program'] {
  return {
    name,
    calls: program.calls.length,
    conversions: moves,
    kernels: kernels.length,
    measured,
    arena_bytes: program.arenaBytes,
    least_arena_bytes: leastBytes,
    weights_bytes: library?.weights ?? null,
    scratch_bytes: library?.scratch ?? null,
    folder: library && out !== undefined ? resolve(out) : null,
    seconds: seconds ?? null,
    compared: compared ?? null,
    verified: errors.map(({ folder, error }) => ({
      folder,
      error: Number.isNaN(error) ? null : error,
      allowed: tolerance,
      correct: error <= tolerance,
    })),
  };
}

/** The last event of a program's session: its kernels with their times, and what was written. */
import { resolve } from 'node:path';
import { linkText } from '../../backend/library/link-text.js';
import { findOperator } from '../../operator/registry.js';
import { resultOf } from '../../tuner/run-events.js';
import type { LayerRow, NetworkEventNamed } from '../schedule/events.js';
import type { BuiltPrograms, UsedKernel } from './build.js';
import { numberOrNull } from '../compare/compare-row.js';
import type { InPlaceChoice } from './in-place.js';
import { kernelKey, labelledName } from './network-layer.js';
import type { ProgramPlan } from './plan.js';
import type { ScheduledTrials } from './schedule.js';
import type { WrittenLibrary } from './write.js';

type Finish = NetworkEventNamed<'finish'>;

/**
 * What the trials came to, with all that the programs call in the place of the layers that were searched: of several
 * shapes, those of one after those of another, and the time of one call of each.
 */
export function finishPrograms(
  { first, others, isInterrupted }: ScheduledTrials,
  plan: ProgramPlan,
  built: BuiltPrograms,
  written: WrittenLibrary & { readonly inPlace: InPlaceChoice | undefined },
): Finish {
  const kernels = built.programs.flatMap((program, place) =>
    program.kernels.map((used) => ({ ...used, name: labelledName(used.name, plan.programs[place]!.label) })),
  );
  const { seconds, interval } = latencyOf(kernels);
  const expected = sumOver(kernels, secondsOf);
  const flops = sumOver(kernels, ({ workload }) => flopsOf(workload));
  // The last search of a layer knows most of it.
  const searched = [first, ...others].toReversed().flatMap(({ layers }) => layers);
  return {
    ...first,
    reason: isInterrupted ? 'interrupted' : first.reason,
    seconds,
    interval,
    gflops: seconds === null ? null : flops / seconds / 1e9,
    layers: kernels.map((used) => rowOf(used, searched, expected)),
    trials: [first, ...others].reduce((sum, { trials }) => sum + trials, 0),
    // Who has the library of the model needs none of its kernels.
    export: written.library && plan.out !== undefined ? null : first.export,
    program: programOf(built, written, plan),
  };
}

/** Null where not all kernels were measured here. */
function latencyOf(kernels: readonly UsedKernel[]): Pick<Finish, 'seconds' | 'interval'> {
  if (!isMeasured(kernels)) return { seconds: null, interval: null };
  const low = sumOver(kernels, ({ kernel: { best, seconds } }) => best?.low ?? seconds);
  const high = sumOver(kernels, ({ kernel: { best, seconds } }) => best?.high ?? seconds);
  return { seconds: sumOver(kernels, secondsOf), interval: [low, high] };
}

function isMeasured(kernels: readonly UsedKernel[]): boolean {
  return kernels.every(({ kernel }) => kernel.best !== undefined);
}

function secondsOf({ kernel: { best, seconds } }: UsedKernel): number {
  return best?.seconds ?? seconds;
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

function inPlaceRow({ libraries, replaced, firstSeconds, seconds }: InPlaceChoice) {
  return { libraries, replaced, first_seconds: firstSeconds, seconds };
}

function programOf(
  { set, programs }: BuiltPrograms,
  { library, errors, programs: measured, inPlace }: WrittenLibrary & { readonly inPlace: InPlaceChoice | undefined },
  { name, out, toleranceOfCases: allowed, programs: planned }: ProgramPlan,
): Finish['program'] {
  const largest = Math.max(...set.programs.map(({ arenaBytes }) => arenaBytes));
  const isAlone = programs.length === 1;
  const kernels = programs.flatMap((program) => program.kernels);
  return {
    name,
    calls: set.programs.reduce((sum, { calls }) => sum + calls.length, 0),
    conversions: programs.reduce((sum, { moves }) => sum + moves, 0),
    kernels: new Set(kernels.map(({ kernel }) => kernelKey(kernel))).size,
    measured: isMeasured(kernels),
    arena_bytes: largest,
    least_arena_bytes: Math.max(...programs.map(({ leastBytes }) => leastBytes)),
    weights_bytes: library?.weights ?? null,
    scratch_bytes: library ? Math.max(...library.scratch) : null,
    folder: library && out !== undefined ? resolve(out) : null,
    link: library && out !== undefined ? linkText(out, [library.link]) : null,
    seconds: (isAlone ? measured[0]?.seconds : undefined) ?? null,
    in_place: inPlace ? inPlaceRow(inPlace) : null,
    compared: (isAlone ? measured[0]?.compared : undefined) ?? null,
    shapes: programs.map((program, place) => ({
      label: planned[place]!.label,
      inputs: Object.fromEntries(program.program.inputs.map(({ name: input, shape }) => [input, [...shape]])),
      seconds: latencyOf(program.kernels).seconds,
      calls: program.program.calls.length,
      conversions: program.moves,
      arena_bytes: program.program.arenaBytes,
      built_seconds: measured[place]?.seconds ?? null,
      compared: measured[place]?.compared ?? null,
    })),
    verified: errors.map(({ folder, error, againstFloat64 }) => ({
      ...{ folder, error: numberOrNull(error), allowed, correct: error <= allowed },
      against_float64: againstFloat64
        ? { library: numberOrNull(againstFloat64.library), given: numberOrNull(againstFloat64.given) }
        : null,
    })),
  };
}

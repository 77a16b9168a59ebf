/** The last event of a run of a model: its layers as the program calls them, and the program. */
import { resolve } from 'node:path';
import { findOperator } from '../../operator/registry.js';
import { comparisonToJson } from '../compare-row.js';
import { resultOf } from '../../tuner/tell.js';
import type { LayerRow, NetworkEventNamed } from '../../network/schedule/events.js';
import type { Assembled, Used } from './assemble.js';
import type { ModelPlan } from './plan.js';
import type { Product } from './product.js';

type Finish = NetworkEventNamed<'finish'>;

export interface Made {
  readonly assembled: Assembled;
  readonly product: Product;
  /** Trials of looks. */
  readonly looks: number;
  readonly model: ModelPlan;
}

/** What the run of the searched layers told, with all that the program calls in place of these. */
export function finishOf(told: Finish, { assembled, product, looks, model }: Made): Finish {
  const { kernels } = assembled;
  const total = sumOver(kernels, ({ kernel: { best, seconds } }) => best?.seconds ?? seconds);
  const isMeasured = kernels.every(({ kernel }) => kernel.best !== undefined);
  const flops = sumOver(kernels, ({ workload }) => flopsOf(workload));
  const low = sumOver(kernels, ({ kernel: { best, seconds } }) => best?.low ?? seconds);
  const high = sumOver(kernels, ({ kernel: { best, seconds } }) => best?.high ?? seconds);
  return {
    ...told,
    seconds: isMeasured ? total : null,
    interval: isMeasured ? [low, high] : null,
    gflops: isMeasured ? flops / total / 1e9 : null,
    layers: kernels.map((used) => rowOf(used, told, total)),
    trials: told.trials + looks,
    program: programOf(assembled, product, model, isMeasured),
  };
}

function sumOver(kernels: readonly Used[], of: (used: Used) => number): number {
  return kernels.reduce((sum, used) => sum + used.calls * of(used), 0);
}

/** Operations of convolutions and products: what counts bytes is no part of the speed. */
function flopsOf(workload: Used['workload']): number {
  const operator = findOperator(workload.operator);
  return operator.counts === 'bytes' ? 0 : operator.flops(workload);
}

function rowOf({ name, workload, kernel, calls }: Used, { layers }: Finish, total: number): LayerRow {
  const searched = layers.find((row) => row.operator === workload.operator && row.workload === workload.name);
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
  { program, kernels, leastBytes, moves }: Assembled,
  { library, errors, seconds, compared }: Product,
  { name, out, tolerance }: ModelPlan,
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
    compared: compared ? comparisonToJson(name, compared) : null,
    verified: errors.map(({ folder, error }) => ({
      folder,
      error: Number.isNaN(error) ? null : error,
      allowed: tolerance,
      correct: error <= tolerance,
    })),
  };
}

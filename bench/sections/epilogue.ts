import { startKernel, startOurs } from '../../src/products/bench/ours.js';
import type { Driver } from '../../src/measure/driver.js';
import { interleave, type Timing } from '../../src/measure/rounds.js';
import { speedRatio } from '../../src/measure/statistics.js';
import { operators } from '../../src/operator/registry.js';
import { makeTask } from '../../src/templates/task.js';
import { rebuild } from '../../src/tuner/rebuild.js';
import type { Context } from '../context.js';
import { atLeast, type Figure, type Wanted } from '../figures.js';
import type { TuningRun } from '../runs.js';
import type { Section } from './section.js';
import { reference } from '../../src/backend/cpu/reference.js';
import { generate } from '../../src/backend/generate.js';

const workloads = [
  { operator: 'conv2d', workload: 'resnet18.C2' },
  { operator: 'conv2d', workload: 'mobilenet.D5' },
  { operator: 'matmul', workload: 'gemm.512' },
];

/**
 * Tails, and the share of the plain kernel's speed that each must keep. A residual is one more tensor to read, which
 * takes what it takes.
 */
const tails: readonly { readonly epilogue: string; readonly wanted?: Wanted }[] = [
  { epilogue: 'relu', wanted: atLeast(0.98) },
  { epilogue: 'bias,relu', wanted: atLeast(0.98) },
  { epilogue: 'bias,relu6', wanted: atLeast(0.98) },
  { epilogue: 'bias,add,relu' },
];

/** The schedule that was found without an epilogue, with and without one. */
export const epilogue: Section = {
  name: 'epilogue',
  summary: 'what a fused epilogue costs: the same schedule with one and without',
  run: async (context) => {
    const figures: Figure[] = [];
    for (const one of workloads) {
      const run = await context.runs.get({ ...one, template: 'auto', explorer: 'sa', seed: context.seeds[0]! });
      figures.push(...figuresOf(await timeAll(run, context), one.workload, context));
    }
    return figures;
  },
};

/** The plain kernel and one for each tail, in turns. */
async function timeAll(run: TuningRun, { scratch, rounds, say }: Context): Promise<readonly Timing[]> {
  const drivers: Driver[] = [];
  try {
    drivers.push(await startOurs(run.best, 'plain', scratch));
    for (const { epilogue } of tails) drivers.push(await startWith(epilogue, run, scratch));
    say(`time ${run.request.workload}: ${drivers.map(({ name }) => name).join('; ')}`);
    return await interleave(drivers, rounds);
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
  }
}

/** The kernel of a run's best config for the same workload with an epilogue. */
function startWith(epilogue: string, { best, request }: TuningRun, scratch: Context['scratch']): Promise<Driver> {
  const { task, config } = rebuild(best);
  const { template, target } = task;
  const operator = operators.find(({ name }) => name === request.operator)!;
  const workload = operator.workload(request.workload, { epilogue: epilogue });
  const tailed = makeTask(template, workload, target);
  const kernel = generate(tailed, tailed.space.config(config.values));
  return startKernel({ name: epilogue, kernel, naive: reference(workload), target }, scratch);
}

function figuresOf(timings: readonly Timing[], workload: string, { rounds }: Context): Figure[] {
  const [plain, ...others] = timings.map(({ seconds }) => seconds);
  return tails.map(({ epilogue, wanted }, i) => ({
    section: 'epilogue',
    figure: `${workload}, ${epilogue} : plain`,
    unit: 'ratio',
    got: speedRatio(others[i]!, plain!),
    ...(wanted && { wanted }),
    over: `${rounds.rounds} rounds`,
  }));
}

import type { Driver } from '../../src/bench/driver.js';
import { startOurs } from '../../src/bench/ours.js';
import { interleave } from '../../src/bench/rounds.js';
import { speedRatio, spread } from '../../src/bench/statistics.js';
import type { Context } from '../context.js';
import { atLeast, type Figure } from '../figures.js';
import type { TuningRun } from '../runs.js';
import type { Section } from './section.js';

const WORKLOADS = ['resnet18.C2', 'resnet18.C9'];
const LONG = 1000;
const SHORT = 100;
const WANTED = 0.98;

/** Short runs against a long one on this machine: how much of what a thousand trials find do a hundred. */
export const live: Section = {
  name: 'live',
  onRequest: true,
  summary: `what ${SHORT} trials find of what ${LONG} trials do, medians over seeds`,
  run: async (context) => {
    const figures: Figure[] = [];
    for (const workload of WORKLOADS) figures.push(await shareFound(workload, context));
    return figures;
  },
};

async function shareFound(workload: string, context: Context): Promise<Figure> {
  const tuned = (seed: number, trials: number): Promise<TuningRun> =>
    context.runs.get({ operator: 'conv2d', workload, template: 'auto', explorer: 'sa', seed, trials });
  const long = await tuned(context.searchSeeds[0], LONG);
  const short = [];
  for (const seed of context.searchSeeds) short.push(await tuned(seed, SHORT));
  return {
    section: 'live',
    figure: `${workload}: ${SHORT} trials : ${LONG} trials, median kernel`,
    unit: 'ratio',
    got: spread(await speeds(short, long, context)),
    wanted: atLeast(WANTED),
    over: `${short.length} seeds, ${context.rounds.rounds} rounds`,
  };
}

/** Speed of the kernel of each run relative to that of another; all take turns. */
async function speeds(runs: readonly TuningRun[], other: TuningRun, context: Context): Promise<number[]> {
  const drivers: Driver[] = [];
  try {
    for (const { request, best } of [...runs, other])
      drivers.push(await startOurs(best, `${request.trials} trials, seed ${request.seed}`, context.scratch));
    context.say(`time the ${drivers.length} kernels that were found`);
    const seconds = (await interleave(drivers, context.rounds)).map((timing) => timing.seconds);
    const rival = seconds[seconds.length - 1];
    return seconds.slice(0, -1).map((own) => speedRatio(own, rival).median);
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
  }
}

import { selectBest } from '../../src/log/record/best.js';
import type { Context } from '../context.js';
import type { Driver } from '../../src/measure/driver.js';
import { above, type Figure } from '../figures.js';
import { startOurs } from '../../src/products/bench/ours.js';
import { interleave } from '../../src/measure/rounds.js';
import type { TuningRun } from '../runs.js';
import { medianOfEachRound, speedRatio, spread } from '../../src/measure/statistics.js';
import type { Section } from './section.js';

const task = { operator: 'conv2d', workload: 'resnet18.C2', template: 'conv2d.direct' };

/** Simulated annealing against random choice on the same space: what each finds, over the same seeds. */
export const search: Section = {
  name: 'search',
  summary: 'what simulated annealing finds against random choice, medians over seeds',
  run: async (context) => {
    const annealed = await runsOf('sa', context);
    const random = await runsOf('random', context);
    return [await foundAtTheEnd(annealed, random, context), ...foundOnTheWay(annealed, random)];
  },
};

async function runsOf(explorer: string, context: Context): Promise<readonly TuningRun[]> {
  const runs = [];
  for (const seed of context.searchSeeds) runs.push(await context.runs.get({ ...task, explorer, seed }));
  return runs;
}

/** Times what all runs found, in turns: times of different runs met different disturbances and cannot be compared. */
async function foundAtTheEnd(
  annealed: readonly TuningRun[],
  random: readonly TuningRun[],
  context: Context,
): Promise<Figure> {
  const drivers: Driver[] = [];
  try {
    for (const { request, best: record } of [...annealed, ...random]) {
      drivers.push(await startOurs(record, `${request.explorer}, seed ${request.seed}`, context.scratch));
    }
    context.say(`time the ${drivers.length} kernels that sa and random found`);
    const seconds = (await interleave(drivers, context.rounds)).map((timing) => timing.seconds);
    return {
      section: 'search',
      figure: 'sa : random, median kernel',
      unit: 'ratio',
      got: speedRatio(
        medianOfEachRound(seconds.slice(0, annealed.length)),
        medianOfEachRound(seconds.slice(annealed.length)),
      ),
      wanted: above(1),
      over: `${context.rounds.rounds} rounds, ${annealed.length} seeds each`,
    };
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
  }
}

/**
 * The same after part of the trials, as the logs have it: not re-measured, so the differences must be large to mean
 * something.
 */
function foundOnTheWay(annealed: readonly TuningRun[], random: readonly TuningRun[]): Figure[] {
  return [32, 64, 128].flatMap((trials) => {
    const after = (runs: readonly TuningRun[]): number[] => runs.flatMap((run) => bestAfter(run, trials) ?? []);
    const [ours, theirs] = [after(annealed), after(random)];
    if (ours.length === 0 || theirs.length === 0) return [];
    const rival = spread(theirs).median;
    const got = spread(ours.map((seconds) => rival / seconds));
    return [
      {
        section: 'search',
        figure: `sa : random, after ${trials} trials`,
        unit: 'ratio' as const,
        got,
        over: `${ours.length} seeds, as logged`,
      },
    ];
  });
}

/** Mean seconds a call of the best among the first trials. */
function bestAfter({ records }: TuningRun, trials: number): number | undefined {
  return records.length < trials ? undefined : selectBest(records.slice(0, trials)).at(0)?.seconds;
}

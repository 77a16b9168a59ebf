import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from '../../src/measure/driver.js';
import { startOurs } from '../../src/products/bench/ours.js';
import { interleave } from '../../src/measure/rounds.js';
import { speedRatio, spread } from '../../src/measure/statistics.js';
import { conv2d } from '../../src/operator/conv2d.js';
import { readLog } from '../../src/log/record/log.js';
import { encode } from '../../src/log/record/record.js';
import { packageRoot } from '../../src/target/root.js';
import type { Context } from '../context.js';
import { atLeast, type Figure } from '../figures.js';
import type { TuningRun } from '../runs.js';
import type { Section } from './section.js';

const WORKLOADS = ['resnet18.C2', 'resnet18.C9'];
const LONG = 1000;
const SHORT = 100;
const WANTED = 0.98;
const SHIPPED = join(packageRoot(), 'logs', 'shipped', 'resnet18-zen4.jsonl.br');

/** Short runs against a long one on this machine: how much of what a thousand trials find do a hundred. */
export const live: Section = {
  name: 'live',
  onRequest: true,
  summary: `what ${SHORT} trials find of what ${LONG} trials do, medians over seeds`,
  run: async (context) => {
    const figures: Figure[] = [];
    for (const workload of WORKLOADS) figures.push(...(await sharesFound(workload, context)));
    return figures;
  },
};

/** Cold, and with what the shipped logs hold of other shapes. */
async function sharesFound(workload: string, context: Context): Promise<Figure[]> {
  const tuned = (seed: number, trials: number, history: readonly string[]): Promise<TuningRun> =>
    context.runs.get({ operator: 'conv2d', workload, template: 'auto', explorer: 'sa', seed, trials, history });
  const others = await recordsOfOthers(workload, context);
  const long = await tuned(context.searchSeeds[0]!, LONG, []);
  const [cold, informed]: [TuningRun[], TuningRun[]] = [[], []];
  for (const seed of context.searchSeeds) {
    cold.push(await tuned(seed, SHORT, []));
    informed.push(await tuned(seed, SHORT, [others]));
  }
  const found = await speeds([...cold, ...informed], long, context);
  const figure = (knowledge: string, ratios: readonly number[]): Figure => ({
    section: 'live',
    figure: `${workload}: ${SHORT} trials${knowledge} : ${LONG} trials, median kernel`,
    unit: 'ratio',
    got: spread(ratios),
    wanted: atLeast(WANTED),
    over: `${ratios.length} seeds, ${context.rounds.rounds} rounds`,
  });
  return [figure('', found.slice(0, cold.length)), figure(' with history of other shapes', found.slice(cold.length))];
}

/** The shipped records without those of the workload's own shape, in whatever layout, in a log of their own. */
async function recordsOfOthers(workload: string, { scratch }: Context): Promise<string> {
  const { records } = await readLog(SHIPPED);
  const others = records.filter(({ args }) => conv2d.decode(args).name.split('+')[0] !== workload);
  const path = scratch.path(`others-${workload}.jsonl`);
  writeFileSync(path, others.map((record) => `${encode(record)}\n`).join(''));
  return path;
}

/** Speed of the kernel of each run relative to that of another; all take turns. */
async function speeds(runs: readonly TuningRun[], other: TuningRun, context: Context): Promise<number[]> {
  const drivers: Driver[] = [];
  try {
    for (const { request, best } of [...runs, other])
      drivers.push(await startOurs(best, `${request.trials} trials, seed ${request.seed}`, context.scratch));
    context.say(`time the ${drivers.length} kernels that were found`);
    const seconds = (await interleave(drivers, context.rounds)).map((timing) => timing.seconds);
    const rival = seconds.at(-1)!;
    return seconds.slice(0, -1).map((own) => speedRatio(own, rival).median);
  } finally {
    await Promise.all(drivers.map((driver) => driver.stop()));
  }
}

import { rebuild } from '../../src/tuner/rebuild.js';
import { atLeast, atMost, type Figure } from '../figures.js';
import type { TuningRun } from '../runs.js';
import { scoredPerSecond } from '../scoring.js';
import { spread } from '../../src/measure/statistics.js';
import type { Section } from './section.js';

const task = { operator: 'conv2d', workload: 'resnet18.C2', template: 'conv2d.direct', explorer: 'sa' };

/** How fast the tuner itself is, from what its runs say at their end. */
export const speed: Section = {
  name: 'speed',
  summary: 'trials a second, share of the search in the wall time, configs scored a second',
  run: async (context) => {
    const runs = [];
    for (const seed of context.seeds) runs.push(await context.runs.get({ ...task, seed }));
    const all = await context.runs.get({ ...task, template: 'auto', seed: context.seeds[0]! });
    const [first] = runs;
    const base = { section: 'speed', over: runs.length === 1 ? '1 seed' : `${runs.length} seeds` };
    context.say('score configs with a fitted model');
    return [
      {
        ...base,
        figure: `trials a second, ${task.workload}, ${task.template}`,
        unit: '1/s',
        got: spread(runs.map(trialsPerSecond)),
        wanted: atLeast(10),
      },
      {
        ...base,
        figure: `trials a second, ${task.workload}, all templates`,
        unit: '1/s',
        over: '1 seed',
        got: spread([trialsPerSecond(all)]),
      },
      {
        ...base,
        figure: 'search in the wall time',
        unit: 'share',
        got: spread(runs.map(({ finish }) => finish.seconds.search / finish.seconds.wall)),
        wanted: atMost(0.15),
      },
      {
        ...base,
        figure: 'failed trials',
        unit: 'share',
        got: spread(runs.map(({ finish }) => finish.failed / finish.trials)),
      },
      {
        ...base,
        figure: 'configs scored a second',
        unit: '1/s',
        over: '15 batches',
        got: spread(await scoredPerSecond(rebuild(first!.best).task, first!.records)),
        wanted: atLeast(200_000),
      },
    ] satisfies Figure[];
  },
};

function trialsPerSecond({ finish }: TuningRun): number {
  return finish.trials / finish.seconds.wall;
}

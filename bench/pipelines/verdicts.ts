import { tune } from '../../src/api/tune.js';
import { BeamSearch } from '../../src/explorer/beam-search.js';
import { defineExplorer } from '../../src/explorer/declaration.js';
import type { Objective } from '../../src/explorer/maximiser.js';
import { Scorer } from '../../src/explorer/scorer.js';
import { meanCost } from '../../src/log/record/best.js';
import type { CostModel } from '../../src/model/model.js';
import type { Config } from '../../src/space/config.js';
import { Random } from '../../src/space/random.js';
import { makeTask } from '../../src/templates/task.js';
import type { TuneOptions } from '../../src/tuner/tune-options.js';
import { pairwiseAccuracy, scoresOf } from '../learned/judge.js';
import { rowsOf, viewOfTable, type Measured } from '../learned/tables.js';
import { tuneToEnd } from '../tune-run.js';

export interface Verdict {
  readonly claim: string;
  /** Of each program. */
  readonly figures: readonly number[];
  /** What a figure must be, and for which share of the programs. */
  readonly goal: { readonly least: number; readonly share: number };
}

const WIDTH = 32;
const PASSES = 5;

/** Share of the pairs of a program's schedules that the model puts in order. */
export function orderOfPrograms(programs: readonly Measured[], model: CostModel): Verdict {
  const figures = programs.map((one) => {
    const rows = rowsOf(one, viewOfTable(one, ['stages']), 1);
    return pairwiseAccuracy(rows, scoresOf(model, rows));
  });
  return { claim: 'pairs of schedules of a program in order', figures, goal: { least: 0.8, share: 0.5 } };
}

/** Predicted time of a plain beam that is five times as wide, as a multiple of that of the five passes. */
export function passesAgainstOne(programs: readonly Measured[], model: CostModel): Verdict {
  const figures = programs.map((one) => {
    const objective = objectiveOf(one, model);
    const search = new BeamSearch(objective.space);
    const passes = search.search({ width: WIDTH, passes: PASSES }, objective).best!;
    const plain = search.search({ width: WIDTH * PASSES, passes: 1 }, objective).best!;
    return Math.exp(objective.score(passes) - objective.score(plain));
  });
  const claim = 'predicted time of one plain pass of as many expansions / of five passes';
  return { claim, figures, goal: { least: 1, share: 0.6 } };
}

/** Measured time of the best random schedule / of the beam's, which nothing of the program was measured for. */
export async function beamsAgainstRandom(programs: readonly Measured[], model: CostModel): Promise<Verdict> {
  const figures: number[] = [];
  for (const one of programs) {
    const [beam, random] = await secondsOf(one, [beamOf(one, model), bestOf(one)]);
    figures.push(random! / beam!);
  }
  return {
    claim: 'time of the best measured random schedule / of the beam',
    figures,
    goal: { least: 0.9, share: 0.7 },
  };
}

/** Measured time of the beam without a measurement / of the best after three rounds of 32 with a fit before each. */
export async function roundsAgainstBeam(
  programs: readonly Measured[],
  model: CostModel,
  weights: string,
): Promise<Verdict> {
  const figures: number[] = [];
  for (const one of programs) {
    const settings = { explorer: 'beam', model: 'coefficients', selection: 'top-k', pretrained: weights } as const;
    const { best } = await tuneToEnd({ ...requestOf(one), ...settings, trials: 96, batchSize: 32 });
    const tuned = spaceOf(one).get(best!.index);
    const [beam, after] = await secondsOf(one, [beamOf(one, model), tuned]);
    figures.push(beam! / after!);
  }
  return { claim: 'time of the beam / after three rounds of 32', figures, goal: { least: 1, share: 0.6 } };
}

function requestOf({ task: { workload } }: Measured): TuneOptions {
  return { operator: 'pipeline', shape: workload.shape as Readonly<Record<string, string | number>>, threads: 1 };
}

/** All of it: that of a table has what was measured alone. */
function spaceOf({ task }: Measured): Objective['space'] {
  return makeTask(task.template, task.workload, task.target).space;
}

function objectiveOf(one: Measured, model: CostModel): Objective {
  const scorer = new Scorer(model, viewOfTable(one, ['stages']));
  const score = (config: Config): number => scorer.estimate(config).mean;
  return { space: spaceOf(one), random: new Random(1), visited: new Set(), fastest: [], score };
}

function beamOf(one: Measured, model: CostModel): Config {
  const objective = objectiveOf(one, model);
  return new BeamSearch(objective.space).search({ width: WIDTH, passes: PASSES }, objective).best!;
}

function bestOf({ table, task, ...one }: Measured): Config {
  const timed = [...table.rows].map(([index, row]) => ({ index, seconds: meanCost(row) ?? Infinity }));
  const { index } = timed.reduce((best, other) => (other.seconds < best.seconds ? other : best));
  return spaceOf({ table, task, ...one }).config(table.space.get(index).values);
}

/** Seconds of some configs, measured in one run that ends with all of them taking turns. */
async function secondsOf(one: Measured, configs: readonly Config[]): Promise<readonly number[]> {
  const left = [...new Map(configs.map((config) => [config.index, config])).values()];
  const explorer = defineExplorer({
    name: 'given',
    create: () => ({ name: 'given', propose: (n) => Promise.resolve(left.splice(0, n)), observe: () => undefined }),
  });
  const seconds = new Map<number, number>();
  for await (const event of tune({ ...requestOf(one), explorer, trials: left.length }))
    if (event.event === 'trial' && event.seconds !== null) seconds.set(event.index, event.seconds);
  return configs.map(({ index }) => seconds.get(index) ?? Infinity);
}

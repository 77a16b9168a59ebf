import { Scorer } from '../src/explorer/scorer.js';
import { knobFeaturizer } from '../src/features/knobs.js';
import type { CostModel, Row } from '../src/model/model.js';
import { trainers } from '../src/model/trainer/registry.js';
import { models } from '../src/model/registry.js';
import { scoresOf, trialsIn } from '../src/log/record/trials.js';
import type { TuneRecord } from '../src/log/record/record.js';
import type { Config } from '../src/space/config.js';
import { Random } from '../src/space/random.js';
import type { Space } from '../src/space/space.js';
import type { Task } from '../src/templates/template.js';

const BATCHES = 15;
const BATCH = 10_000;

/**
 * Configs scored a second, a batch an entry: features of a config that was not seen before, and the trees' answer, one
 * config at a time as the annealing chains ask, with the model that all trials of a real log give.
 */
export async function scoredPerSecond(task: Task, records: readonly TuneRecord[]): Promise<readonly number[]> {
  const featurizer = knobFeaturizer(task.space);
  const model = await fittedModel(task, records);
  const random = new Random(1);
  const rates: number[] = [];
  for (let batch = 0; batch <= BATCHES; batch++) {
    const scorer = new Scorer(model, featurizer);
    const configs = drawDistinct(task.space, random);
    const start = performance.now();
    for (const config of configs) scorer.estimate(config);
    const seconds = (performance.now() - start) / 1000;
    if (batch > 0) rates.push(configs.length / seconds); // the first batch is compiled while it runs
  }
  return rates;
}

async function fittedModel(task: Task, records: readonly TuneRecord[]): Promise<CostModel> {
  const trainer = trainers.auto();
  try {
    const model = models['xgb-rank']({ trainer });
    await model.fit(rowsOf(task, records));
    return model;
  } finally {
    await trainer.close();
  }
}

/** The trials among records of the task as training rows of one group. */
export function rowsOf(task: Task, records: readonly TuneRecord[]): Row[] {
  const featurizer = knobFeaturizer(task.space);
  const { trials } = trialsIn(task.space, records);
  const scores = scoresOf(trials.map(({ record }) => record));
  return trials.map(({ config }, i) => {
    const features = new Float32Array(featurizer.width);
    featurizer.write(config, features, 0);
    return { features, score: scores[i]!, group: '' };
  });
}

function drawDistinct(space: Space, random: Random): readonly Config[] {
  const configs = new Map<number, Config>();
  for (let i = 0; i < BATCH; i++) {
    const config = space.sample(random);
    if (config) configs.set(config.index, config);
  }
  return [...configs.values()];
}

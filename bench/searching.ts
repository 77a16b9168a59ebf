import type { Explorer } from '../src/explorer/explorer.js';
import { acquisitions } from '../src/explorer/acquisition/registry.js';
import { explorers } from '../src/explorer/registry.js';
import { selections } from '../src/explorer/selection/registry.js';
import { knobFeaturizer } from '../src/features/knobs.js';
import type { CostModel } from '../src/model/model.js';
import type { Trainer } from '../src/model/trainer/trainer.js';
import { models } from '../src/model/registry.js';
import { scoresOf, trialsIn } from '../src/log/record/trials.js';
import type { TuneRecord } from '../src/log/record/record.js';
import { Random } from '../src/space/random.js';
import type { Task } from '../src/templates/template.js';
import { batchAfter } from '../src/tuner/batches.js';
import { searchDefaults } from '../src/tuner/settings.js';
import { rowsOf } from './scoring.js';

const REPEATS = 15;

/** Seconds of fits of the named model on all of a task's records. */
export async function fitSeconds(
  task: Task,
  records: readonly TuneRecord[],
  name: string,
  trainer: Trainer,
): Promise<number[]> {
  const rows = rowsOf(task, records);
  return timed(() => {
    const model = models[name]!({ trainer });
    return () => model.fit(rows);
  });
}

/**
 * Seconds a trial of batches, of the size that the tuner asks for, that simulated annealing proposes after these
 * records: the fit, and the walk.
 */
export async function trialSeconds(
  task: Task,
  records: readonly TuneRecord[],
  name: string,
  trainer: Trainer,
): Promise<number[]> {
  const batch = batchAfter(records.length);
  const batches = await timed((seed) => {
    const explorer = annealer(task, records, models[name]!({ trainer }), seed);
    return () => explorer.propose(batch);
  });
  return batches.map((seconds) => seconds / batch);
}

/**
 * Seconds of each repeat; what `prepare` does to make one is not timed, nor is the first, which is compiled while it
 * runs.
 */
async function timed(prepare: (repeat: number) => () => Promise<unknown>): Promise<number[]> {
  const seconds: number[] = [];
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const run = prepare(repeat);
    const start = performance.now();
    await run();
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds.slice(1);
}

function annealer(task: Task, records: readonly TuneRecord[], model: CostModel, seed: number): Explorer {
  const explorer = explorers['sa']!.create({
    space: task.space,
    random: new Random(seed),
    model,
    featurizer: knobFeaturizer(task.space),
    epsilon: searchDefaults.epsilon,
    acquisition: acquisitions[searchDefaults.acquisition]!,
    selection: selections[searchDefaults.selection]!,
  });
  const { trials } = trialsIn(task.space, records);
  const scores = scoresOf(trials.map(({ record }) => record));
  explorer.observe(trials.map(({ config }, i) => ({ config, throughput: scores[i]! })));
  return explorer;
}

/**
 * `npm run bench:features`: how many configs a second are scored with each view of a config, features and trees
 * together, for every template on its first workload. `tables` is what a task pays once, before its first config;
 * `cold` are configs of which none was seen before, each scored once, the first ones apart, since they fill the tables;
 * `annealing` is a batch of the sa explorer, which meets many of its configs again.
 */
import { performance } from 'node:perf_hooks';
import Table from 'cli-table3';
import { acquisitions } from '../src/explorer/acquisition/registry.js';
import { explorers } from '../src/explorer/registry.js';
import { Scorer } from '../src/explorer/scorer.js';
import { selections } from '../src/explorer/selection/registry.js';
import type { Featurizer } from '../src/features/featurizer.js';
import type { ViewName } from '../src/features/registry.js';
import type { CostModel } from '../src/model/model.js';
import { trainers } from '../src/model/trainer/registry.js';
import { models } from '../src/model/registry.js';
import { findOperator } from '../src/operator/registry.js';
import type { Config } from '../src/space/config.js';
import { Random } from '../src/space/random.js';
import { refusal } from '../src/templates/refusal.js';
import { templates } from '../src/templates/registry.js';
import { makeTask } from '../src/templates/task.js';
import type { Task, Template } from '../src/templates/template.js';
import { searchDefaults } from '../src/tuner/settings.js';
import { parseTarget } from '../src/backend/registry.js';
import { viewOf } from '../src/transfer/known-tasks.js';

const viewsOf: readonly (readonly ViewName[])[] = [['knobs'], ['loops', 'knobs'], ['curve', 'knobs']];
/** Configs that are scored cold: the first, and as many after these. */
const COLD = 5000;
/** Trials that the model is fitted on, and that annealing starts from. */
const TRIALS = 64;
const BATCHES = 4;
const BATCH = 8;

function taskOf(template: Template): Task {
  const target = parseTarget('llvm', 1);
  const operator = findOperator(template.operator);
  const workload = Object.keys(operator.workloads)
    .map((name) => operator.workload(name, {}))
    .find((w) => refusal(template, w, target) === undefined);
  const taken = workload ?? operator.workload(undefined, { m: '1', n: '512', k: '512' });
  return makeTask(template, taken, target);
}

/** Trees of the usual number and depth; what they predict does not matter here. */
async function fittedModel(view: Featurizer, configs: readonly Config[]): Promise<CostModel> {
  const trainer = trainers.auto();
  const model = models['xgb-rank']({ trainer });
  const random = new Random(3);
  const rows = configs.map((config) => {
    const features = new Float32Array(view.width);
    view.write(config, features, 0);
    return { features, score: random.float(), group: '' };
  });
  await model.fit(rows);
  await trainer.close();
  return model;
}

function draw({ space }: Task, count: number): Config[] {
  const random = new Random(1);
  const configs = new Map<number, Config>();
  for (let i = 0; i < count; i++) {
    const config = space.sample(random);
    if (config) configs.set(config.index, config);
  }
  return [...configs.values()];
}

function perSecond(configs: readonly Config[], model: CostModel, view: Featurizer): string {
  if (configs.length === 0) return '';
  const scorer = new Scorer(model, view);
  const start = performance.now();
  for (const config of configs) scorer.estimate(config);
  return rate(configs.length, performance.now() - start);
}

/** Steps of the chains a second, a batch an entry, without the time of the fit. */
async function annealed(task: Task, view: Featurizer, model: CostModel, trials: readonly Config[]): Promise<string> {
  const { space } = task;
  const neighbour = space.neighbour.bind(space);
  let steps = 0;
  space.neighbour = (config, of) => {
    steps++;
    return neighbour(config, of);
  };
  const still: CostModel = {
    name: model.name,
    fitted: true,
    fit: () => Promise.resolve(),
    predict: (features, count) => model.predict(features, count),
  };
  const explorer = explorers['sa']!.create({
    space,
    random: new Random(5),
    model: still,
    featurizer: view,
    epsilon: searchDefaults.epsilon,
    acquisition: acquisitions[searchDefaults.acquisition]!,
    selection: selections[searchDefaults.selection]!,
  });
  const random = new Random(7);
  explorer.observe(trials.map((config) => ({ config, throughput: random.float() })));
  const rates: string[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    steps = 0;
    const start = performance.now();
    const configs = await explorer.propose(BATCH);
    rates.push(rate(steps, performance.now() - start));
    explorer.observe(configs.map((config) => ({ config, throughput: random.float() })));
  }
  space.neighbour = neighbour;
  return rates.join(' ');
}

function rate(count: number, milliseconds: number): string {
  return `${Math.round(count / milliseconds)}k`;
}

const table = new Table({
  head: ['template', 'views', 'columns', 'tables, ms', 'cold, first', 'cold, after', `annealing, ${BATCHES} batches`],
  style: { head: [], border: [] },
});
const only = process.argv.slice(2);
for (const template of templates.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const task = taskOf(template);
  for (const names of viewsOf) {
    const start = performance.now();
    const view = viewOf(task, names);
    const tables = performance.now() - start;
    const configs = draw(task, 2 * COLD);
    const trials = configs.slice(0, TRIALS);
    const model = await fittedModel(view, trials);
    table.push([
      ...[template.name, names.join('+'), view.width, Math.round(tables)],
      perSecond(configs.slice(0, configs.length / 2), model, view),
      perSecond(configs.slice(configs.length / 2), model, view),
      await annealed(task, view, model, trials),
    ]);
  }
}
process.stdout.write(`${table.toString()}\nscored configs a second, in thousands\n`);

import { ownCatalogue, type Catalogue } from '../../catalogue/catalogue.js';
import { timingOf } from '../../measure/estimate.js';
import { trainers } from '../../model/trainer/registry.js';
import type { Trainer } from '../../model/trainer/trainer.js';
import type { Trial } from '../../measure/measurement.js';
import { TableMeasurer } from '../../log/table/measurer.js';
import type { Table } from '../../log/table/table.js';
import { operatorOf } from '../../templates/task.js';
import type { Task } from '../../templates/template.js';
import { Family } from '../../transfer/family.js';
import type { Prior } from '../../model/prior.js';
import { ownHistoryOf } from '../../transfer/record-histories.js';
import type { Slice } from '../../tuner/allocation.js';
import { batchIn } from '../../tuner/batches.js';
import { noteOfFailedFit } from '../../tuner/events.js';
import { registered } from '../../tuner/registered.js';
import { Search } from '../../tuner/search.js';
import { viewsOf, type Settings } from '../../tuner/settings.js';
import type { SimulationOptions } from '../../tuner/simulation.js';
import { kinOf, type Scheduler } from './schedulers/scheduler.js';
import { Rotation } from './rotation.js';
import { geometricMean } from 'simple-statistics';
import { meanCost } from '../../log/record/best.js';

export interface SimulatedLayer {
  readonly table: Table;
  readonly weight: number;
  readonly prior: Prior;
}

/** A trial: of which layer, by its place, and of which config, by its index. */
export interface Step {
  readonly layer: number;
  readonly index: number;
}

export interface NetworkSettings extends Settings {
  readonly scheduler: Scheduler;
  readonly alone: boolean;
}

class Running {
  readonly task: Task;
  readonly #measurer: TableMeasurer;
  trials = 0;
  /** Seconds a call of the best so far; undefined while none worked. */
  seconds: number | undefined;

  constructor(
    readonly place: number,
    readonly search: Search,
    { table }: SimulatedLayer,
  ) {
    this.task = search.task;
    this.#measurer = new TableMeasurer(table);
  }

  async advance(size: number, signal: AbortSignal): Promise<readonly Trial[]> {
    const configs = await this.search.propose(size, signal);
    const measurements: Trial[] = [];
    for await (const measurement of this.#measurer.measure(this.task, configs, { signal })) {
      measurements.push(measurement);
      this.trials++;
      const seconds = timingOf(measurement)?.rankedAt ?? Infinity;
      if (seconds < (this.seconds ?? Infinity)) this.seconds = seconds;
    }
    this.search.observe(measurements);
    return measurements;
  }
}

/**
 * Searches the tables of a network on one budget, `settings.trials` in all: the searches are those of `tune`, each with
 * a seed of its own, and the rotation is that of `tune network`. Trials come in the order in which they were made. The
 * same settings and priors lead to the same trials.
 */
export async function simulateNetwork(
  layers: readonly SimulatedLayer[],
  settings: NetworkSettings,
  { signal = new AbortController().signal, trainer, catalogue = ownCatalogue, onNote }: SimulationOptions = {},
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const own = trainer ?? registered(trainers, settings.trainer)();
  try {
    const running = startAll(layers, settings, own, catalogue);
    const rotation = rotationOf(layers, running, settings);
    for (let slice = rotation.next(); slice && !signal.aborted; slice = rotation.next()) {
      steps.push(...(await advance(rotation, slice, signal)));
      reportNotes(slice.arm.search, onNote);
    }
  } finally {
    if (!trainer) await own.close();
  }
  return steps;
}

function startAll(
  layers: readonly SimulatedLayer[],
  settings: NetworkSettings,
  trainer: Trainer,
  catalogue: Catalogue,
): readonly Running[] {
  const sources = layers.map(({ table }) => ({ ...ownHistoryOf(table), trials: [] }));
  const family = settings.alone ? undefined : new Family(sources, viewsOf(settings));
  return layers.map((layer, place) => {
    // Every config of a table computes the same, so that throughputs compare in any unit: here calls a second.
    const own = { ...settings, trials: Math.ceil(settings.trials / layers.length) };
    const known = { settings: own, catalogue, trainer, prior: layer.prior, family, flops: 1 };
    const search = new Search(sources[place]!.task, { ...known, seed: settings.seed + place });
    return new Running(place, search, layer);
  });
}

function rotationOf(
  layers: readonly SimulatedLayer[],
  running: readonly Running[],
  settings: NetworkSettings,
): Rotation<Running> {
  const entrants = layers.map(({ table, weight }, place) => ({
    arm: running[place]!,
    name: `${place}`,
    weight,
    ...kinshipOf(table),
  }));
  const hasSiblings = !settings.alone && layers.length > 1;
  return new Rotation(entrants, {
    scheduler: settings.scheduler,
    budget: settings.trials,
    seed: settings.seed,
    batchOf: ({ trials }) => batchIn(trials, settings, hasSiblings),
  });
}

/** What measurements of others' templates compute is not known: each is its only kin. */
function kinshipOf({ log, task, ours }: Table): { readonly flops: number; readonly kin: string } {
  if (!ours) return { flops: 1, kin: JSON.stringify([log, task]) };
  const operator = operatorOf(ours);
  const flops = operator.flops(ours.workload);
  return { flops, kin: kinOf(operator.name, flops) };
}

async function advance(
  rotation: Rotation<Running>,
  { arm, size }: Slice<Running>,
  signal: AbortSignal,
): Promise<readonly Step[]> {
  const measurements = await arm.advance(size, signal);
  if (measurements.length > 0) rotation.enter(arm, measurements.length, arm.seconds);
  if (arm.search.exhausted) rotation.close(arm);
  return measurements.map(({ config: { index } }) => ({ layer: arm.place, index }));
}

function reportNotes(search: Search, onNote: SimulationOptions['onNote']): void {
  for (const event of search.takeEvents()) {
    if (event.event === 'note') onNote?.(event.text);
    else if (event.error !== null) onNote?.(noteOfFailedFit(event.error));
  }
}

interface LayerOutcome {
  /** Indices in the order of the trials. */
  readonly visited: readonly number[];
  /** Mean seconds a call of its best; undefined while none worked. */
  readonly seconds: number | undefined;
  /** The best throughput divided by the best of its table; 0 while none worked. */
  readonly fraction: number;
}

export function outcomesOf(layers: readonly SimulatedLayer[], steps: readonly Step[]): readonly LayerOutcome[] {
  return layers.map(({ table }, place) => {
    const visited = steps.filter(({ layer }) => layer === place).map(({ index }) => index);
    const seconds = leastOf(visited.map((index) => meanCost(table.rows.get(index)!)));
    return { visited, seconds, fraction: seconds === undefined ? 0 : table.best / seconds };
  });
}

/** Geometric mean of the layers' fractions, and the worst of them. */
export function overLayers(outcomes: readonly Pick<LayerOutcome, 'fraction'>[]): {
  readonly mean: number;
  readonly worst: number;
} {
  const fractions = outcomes.map(({ fraction }) => fraction);
  const worst = Math.min(...fractions);
  return { mean: worst === 0 ? 0 : geometricMean(fractions), worst };
}

/**
 * Seconds of a call of the network after each of the trials, the sum of weight times best; undefined until every layer
 * has a config that works.
 */
export function latencies(layers: readonly SimulatedLayer[], steps: readonly Step[]): readonly (number | undefined)[] {
  const best: (number | undefined)[] = layers.map(() => undefined);
  return steps.map(({ layer, index }) => {
    best[layer] = leastOf([best[layer], meanCost(layers[layer]!.table.rows.get(index)!)]);
    return weighted(layers, best);
  });
}

/** Seconds of a call of the network with the best config of each table. */
export function optimumOf(layers: readonly SimulatedLayer[]): number {
  return layers.reduce((sum, { table, weight }) => sum + weight * table.best, 0);
}

function weighted(layers: readonly SimulatedLayer[], seconds: readonly (number | undefined)[]): number | undefined {
  return seconds.reduce<number | undefined>(
    (sum, own, place) => (sum === undefined || own === undefined ? undefined : sum + layers[place]!.weight * own),
    0,
  );
}

function leastOf(seconds: readonly (number | undefined)[]): number | undefined {
  const known = seconds.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.min(a, b));
}

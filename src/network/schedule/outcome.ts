import { geometricMean } from 'simple-statistics';
import { meanCost } from '../../log/record/best.js';
import type { SimulatedLayer, Step } from './simulation.js';

/** What a layer came to by its share of the trials. */
export interface LayerOutcome {
  /** Indices in the order of the trials. */
  readonly visited: readonly number[];
  /** Mean seconds a call of its best; undefined while none worked. */
  readonly seconds: number | undefined;
  /** The best throughput divided by the best of its table; 0 while none worked. */
  readonly fraction: number;
}

/** What each layer of a simulated network came to, in their order. */
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

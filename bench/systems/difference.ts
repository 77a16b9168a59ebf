import { mean, quantile } from 'simple-statistics';
import { Random } from '../../src/space/random.js';

/** The mean of differences over tables, and the interval that holds it in 95 of 100 bootstraps over the tables. */
export interface Difference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;
const TAIL = 0.025;

/** Of scores by table, on the tables that both have; undefined where there is none. */
export function meanDifference(
  own: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): Difference | undefined {
  const differences = [...own].flatMap(([table, score]) => (other.has(table) ? [score - other.get(table)!] : []));
  if (differences.length === 0) return undefined;
  const random = new Random(differences.length);
  const means = Array.from({ length: RESAMPLES }, () => mean(differences.map(() => random.pick(differences))));
  return { mean: mean(differences), low: quantile(means, TAIL), high: quantile(means, 1 - TAIL) };
}

import type { Row } from '../../src/model/model.js';
import { Random } from '../../src/space/random.js';

const WIDTH = 12;

/** A function of five of twelve features, with a product in it, between 0 and 1. */
function truth(x: Float32Array): number {
  return Math.exp(
    -0.3 * Math.abs(x[0]! - 4) - 0.15 * Math.abs(x[1]! + x[2]! - 7) - (x[3]! > 5 ? 0.4 : 0) - 0.02 * x[4]!,
  );
}

export interface RowOptions {
  readonly seed?: number;
  readonly group?: string;
  /** Values of a feature: multiples of `step` up to 8. */
  readonly step?: number;
}

export function syntheticRows(count: number, { seed = 1, group = 'task', step = 1 }: RowOptions = {}): Row[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const features = Float32Array.from({ length: WIDTH }, () => random.int(8 / step + 1) * step);
    return { features, score: truth(features), group };
  });
}

/** Features of all rows, row-major. */
export function matrixOf(rows: readonly Row[]): Float32Array {
  return Float32Array.from(rows.flatMap(({ features }) => [...features]));
}

/** Rows as libsvm text, `label qid:group 0:value 1:value …`, groups in the order of their first row. */
export function libsvmOf(rows: readonly Row[]): string {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const lineOf = ({ score, features }: Row, group: number): string =>
    [score, `qid:${group}`, ...Array.from(features, (value, i) => `${i}:${value}`)].join(' ') + '\n';
  return groups.flatMap((name, id) => rows.filter((row) => row.group === name).map((row) => lineOf(row, id))).join('');
}

/** Share of all pairs of rows with different scores that the predictions order rightly: 0.5 is chance. */
export function concordance(rows: readonly Row[], predicted: Float64Array): number {
  let [right, all] = [0, 0];
  rows.forEach((a, i) => {
    rows.slice(0, i).forEach((b, j) => {
      if (a.score === b.score) return;
      all++;
      const kendallTau = (a.score - b.score) * (predicted[i]! - predicted[j]!);
      right += kendallTau > 0 ? 1 : kendallTau === 0 ? 0.5 : 0;
    });
  });
  return right / all;
}

/** How well predictions order rows. */
import type { CostModel, Row } from '../../src/model/model.js';
import { matrixOf } from '../../src/model/rows.js';

export function scoresOf(model: CostModel, rows: readonly Row[]): Float64Array {
  return model.predict(matrixOf(rows), rows.length).mean;
}

/**
 * Share of the pairs of rows with different scores that predictions put in order: 0.5 is chance, and what there is
 * where all scores are equal.
 */
export function pairwiseAccuracy(rows: readonly Row[], predicted: Float64Array): number {
  let [right, all] = [0, 0];
  rows.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const order = (a.score - rows[j]!.score) * (predicted[i]! - predicted[j]!);
      if (a.score === rows[j]!.score) continue;
      all++;
      right += order > 0 ? 1 : order === 0 ? 0.5 : 0;
    }
  });
  return all === 0 ? 0.5 : right / all;
}

/** Spearman's rank correlation; 0 where scores or predictions are all equal. */
export function spearman(rows: readonly Row[], predicted: Float64Array): number {
  const [a, b] = [ranksOf(rows.map(({ score }) => score)), ranksOf(Array.from(predicted))];
  const middle = (rows.length - 1) / 2;
  let [together, own, other] = [0, 0, 0];
  a.forEach((rank, i) => {
    together += (rank - middle) * (b[i]! - middle);
    own += (rank - middle) ** 2;
    other += (b[i]! - middle) ** 2;
  });
  return own * other === 0 ? 0 : together / Math.sqrt(own * other);
}

/** Ties share the mean of their places. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

/** The speed of the best of the k rows of highest prediction, as a fraction of the fastest row's. */
export function topShare(rows: readonly Row[], predicted: Float64Array, k: number): number {
  const order = rows.map((_, i) => i).sort((a, b) => predicted[b]! - predicted[a]!);
  return order.slice(0, k).reduce((best, i) => Math.max(best, rows[i]!.score), 0);
}

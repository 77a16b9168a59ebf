/** Losses of a column of scores; `labels` in [0, 1], higher is better. Each gives a matrix of one number. */
import { softmax } from './attention.js';
import { Matrix, type Tape } from './matrix.js';

/** Scores that are compared with each other: the rows of one task. */
export type Groups = readonly (readonly number[])[];

/** Mean squared error. */
export function squaredError(tape: Tape, scores: Matrix, labels: ArrayLike<number>): Matrix {
  const { rows } = scores;
  return loss(tape, scores, (gradient) => {
    let sum = 0;
    scores.data.forEach((score, i) => {
      const error = score - labels[i]!;
      sum += (error * error) / rows;
      gradient[i]! += (2 * error) / rows;
    });
    return sum;
  });
}

/**
 * Logistic loss of the order of two rows, the mean over all pairs of a group with different labels, each pair as heavy
 * as `weigh` says: RankNet (Burges et al., 2005) where all are alike, LambdaRank (2006) with `byGain`.
 */
export function pairwise(
  tape: Tape,
  scores: Matrix,
  labels: ArrayLike<number>,
  groups: Groups,
  weigh: PairWeight = alike,
): Matrix {
  return loss(tape, scores, (gradient) => {
    let [sum, total] = [0, 0];
    const pairs = new Float64Array(scores.rows);
    for (const group of groups) {
      const weight = weigh(labels, group);
      for (const [place, a] of group.entries())
        for (const [other, b] of group.entries()) {
          if (labels[a]! <= labels[b]!) continue;
          const heavy = weight(place, other);
          const margin = scores.data[a]! - scores.data[b]!;
          sum += heavy * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);
          total += heavy;
          const slope = heavy / (1 + Math.exp(margin));
          pairs[a]! -= slope;
          pairs[b]! += slope;
        }
    }
    if (total === 0) return 0;
    pairs.forEach((slope, i) => (gradient[i]! += slope / total));
    return sum / total;
  });
}

/** How much a pair of places in a group counts. */
type PairWeight = (labels: ArrayLike<number>, group: readonly number[]) => (a: number, b: number) => number;

const alike: PairWeight = () => () => 1;

/** What the gain of a ranking (NDCG) by the labels loses where two rows swap places: the best rows count most. */
export const byGain: PairWeight = (labels, group) => {
  const order = group.map((_, place) => place).sort((a, b) => labels[group[b]!]! - labels[group[a]!]!);
  const discounts = new Float64Array(group.length);
  order.forEach((place, rank) => (discounts[place] = 1 / Math.log2(rank + 2)));
  const gain = (place: number): number => 2 ** labels[group[place]!]! - 1;
  return (a, b) => Math.abs((gain(a) - gain(b)) * (discounts[a]! - discounts[b]!));
};

/**
 * Mean squared error of throughput, whose logarithms the scores are, in the unit that makes it least: labels are
 * throughput as a fraction of the best, of which the net knows no absolute one. The unit may be held fixed for the
 * gradient, since the error does not change with it where it is least.
 */
export function relativeThroughput(tape: Tape, scores: Matrix, labels: ArrayLike<number>): Matrix {
  const { rows } = scores;
  return loss(tape, scores, (gradient) => {
    const most = scores.data.reduce((a, b) => Math.max(a, b), -Infinity);
    const given = scores.data.map((score) => Math.exp(score - most));
    const along = given.reduce((total, throughput, i) => total + throughput * labels[i]!, 0);
    const square = given.reduce((total, throughput) => total + throughput * throughput, 0);
    let sum = 0;
    given.forEach((throughput, i) => {
      const scaled = (throughput * along) / square;
      const error = scaled - labels[i]!;
      sum += (error * error) / rows;
      gradient[i]! += (2 * error * scaled) / rows;
    });
    return sum;
  });
}

/** Sharpness of the shares that labels stand for. */
const SHARPNESS = 8;

/** Cross entropy between shares of the labels and of the scores, the mean over groups (ListNet, Cao et al., 2007). */
export function listwise(tape: Tape, scores: Matrix, labels: ArrayLike<number>, groups: Groups): Matrix {
  return loss(tape, scores, (gradient) => {
    let sum = 0;
    for (const group of groups) {
      const wanted = Float64Array.from(group, (row) => SHARPNESS * labels[row]!);
      const given = Float64Array.from(group, (row) => scores.data[row]!);
      softmax(wanted);
      softmax(given);
      group.forEach((row, i) => {
        sum -= (wanted[i]! * Math.log(Math.max(given[i]!, Number.MIN_VALUE))) / groups.length;
        gradient[row]! += (given[i]! - wanted[i]!) / groups.length;
      });
    }
    return sum;
  });
}

/** A loss whose gradient is computed with it. */
function loss(tape: Tape, scores: Matrix, compute: (gradient: Float64Array) => number): Matrix {
  const gradient = new Float64Array(scores.rows);
  const out = new Matrix(1, 1, Float64Array.of(compute(gradient)));
  tape.note(() => {
    gradient.forEach((g, i) => (scores.gradient[i]! += g * out.gradient[0]!));
  });
  return out;
}

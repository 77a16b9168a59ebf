// A cost model of your own: a config is worth the mean of all that were measured, in which the nearest count for most.
// Distances weigh features by how well they separate good configs from bad ones.
//
//   bin/tune matmul --model examples/nearest.js
//   bin/tune simulate test/fixtures/matmul-dot.jsonl.gz --model examples/nearest.js
import { defineModel } from 'tune';

class Nearest {
  name = 'nearest';
  #rows = [];
  /** What a difference of 1 in each feature adds to a distance. */
  #weights = [];

  /** Whether it has learned anything: only then do explorers ask it. */
  get fitted() {
    return this.#rows.length > 0;
  }

  /**
   * Learns from all rows anew. Each has the `features` of a config, numbers that mean the same in all rows, its
   * `score`, which is its throughput relative to the best of its `group`, 0 for a failure, and that group, a task.
   */
  async fit(rows) {
    const width = rows[0]?.features.length;
    if (rows.some(({ features }) => features.length !== width)) throw new RangeError('Rows differ in their width.');
    const usable = rows.filter(({ features, score }) => [score, ...features].every(Number.isFinite));
    // Scores compare within a group only: where each has but one, there is nothing to learn.
    const groups = [...scoresBy(usable, ({ group }) => group).values()];
    this.#rows = groups.some((scores) => new Set(scores).size > 1) ? usable : [];
    this.#weights = Array.from({ length: this.fitted ? width : 0 }, (_, place) => this.#weightOf(place));
  }

  /** Scores of `count` configs, higher is better; `features` holds those of one after the other. */
  predict(features, count) {
    const scores = new Float64Array(count);
    if (!this.fitted) return { mean: scores };
    const width = features.length / count;
    if (width !== this.#weights.length) throw new RangeError('The model was fitted on rows of another width.');
    return { mean: scores.map((_, row) => this.#score(features.subarray(row * width, (row + 1) * width))) };
  }

  /** Explorers ask for thousands of these before a batch, so there are plain loops here. */
  #score(features) {
    let [total, votes] = [0, 0];
    for (const row of this.#rows) {
      // The same config again counts for much, not for everything: times are noisy.
      const vote = (this.#distance(row.features, features) + 0.01) ** -3;
      total += vote * row.score;
      votes += vote;
    }
    return total / votes;
  }

  #distance(one, other) {
    let sum = 0;
    for (let place = 0; place < one.length; place++) sum += this.#weights[place] * (one[place] - other[place]) ** 2;
    return sum;
  }

  /** In units of the feature's own spread, the share of the scores' variance that its values explain. */
  #weightOf(place) {
    const spread = variance(this.#rows.map(({ features }) => features[place]));
    if (spread === 0) return 0;
    const byValue = scoresBy(this.#rows, ({ features }) => features[place]);
    const explained = this.#rows.map(({ features }) => mean(byValue.get(features[place])));
    return variance(explained) / variance(this.#rows.map(({ score }) => score)) / spread;
  }
}

/** The scores of rows that have a key in common, by that key. */
function scoresBy(rows, keyOf) {
  const found = new Map();
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row.score]);
  return found;
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values) {
  const center = mean(values);
  return mean(values.map((value) => (value - center) ** 2));
}

export const model = defineModel({
  name: 'nearest',
  summary: 'the mean of what was measured, in which the nearest count for most',
  create: () => new Nearest(),
});

import { Random } from '../../space/random.js';
import { boxAt, leavesOf, type Box, type Samples } from './regression-tree.js';

/** How much of what trials come to each knob decides. */
export interface Importance {
  /**
   * Share of the variance of trials outside of a tree's sample that the trees predict; where it is small, the rest says
   * little. Null where it is unknown.
   */
  readonly explained: number | null;
  /** Of each knob the share of the trees' variance over the whole grid that it decides alone. */
  readonly single: readonly number[];
  /** Of each knob and value what is expected over all values of the others. */
  readonly marginals: readonly (readonly number[])[];
  /** The most important knobs, and of each two what they decide together beyond what each does alone. */
  readonly pairs: readonly PairImportance[];
}

interface PairImportance {
  readonly knobs: readonly [number, number];
  readonly share: number;
}

const TREES = 12;
/** Fewer trials show nothing. */
const LEAST_TRIALS = 16;
/** Trials that the trees are grown on, drawn by chance where there are more. */
const MOST_TRIALS = 600;
/** Knobs of which all pairs are looked at. */
const PAIRED = 5;

/**
 * Functional analysis of variance on a forest of regression trees (Hutter, Hoos and Leyton-Brown, An Efficient Approach
 * for Assessing Hyperparameter Importance, ICML 2014, section 4): a tree divides the grid of all values into boxes, so
 * that means over all values of other knobs, and with them variances, are exact sums over its leaves. A search tries
 * good configs more often than others; these means count all configs of the grid alike. Undefined where there are too
 * few trials, or all came to the same.
 */
export function importanceOf(all: Samples): Importance | undefined {
  const random = new Random(1);
  const samples = drawn(all, random);
  const rows = samples.targets.length;
  if (rows < LEAST_TRIALS || samples.sizes.length === 0 || variance(samples.targets) === 0) return undefined;
  const forest = Array.from({ length: TREES }, () => {
    const bag = Array.from({ length: rows }, () => random.int(rows));
    return { leaves: leavesOf(samples, bag, random), bag: new Set(bag) };
  });
  const trees = forest.map(({ leaves }) => new TreeVariance(samples.sizes, leaves));
  const single = samples.sizes.map((_, knob) => meanBy(trees, (tree) => tree.single(knob)));
  const byRank = samples.sizes.map((_, knob) => knob).sort((a, b) => single[b]! - single[a]!);
  const paired = byRank.slice(0, PAIRED);
  return {
    explained: explainedBy(forest, samples),
    single,
    marginals: samples.sizes.map((size, knob) =>
      Array.from({ length: size }, (_, value) => meanBy(trees, (tree) => tree.marginals[knob]![value]!)),
    ),
    pairs: paired
      .flatMap((a, place) => paired.slice(place + 1).map((b) => [a, b] as const))
      .map((knobs) => ({ knobs, share: meanBy(trees, (tree) => tree.pair(...knobs)) }))
      .sort((a, b) => b.share - a.share),
  };
}

/** What one tree says over the whole grid, all configs counted alike. */
class TreeVariance {
  /** Of each knob and value the mean over all others. */
  readonly marginals: readonly Float64Array[];
  readonly #mean: number;
  readonly #variance: number;
  /** Of each leaf and knob the share of the knob's values that the leaf has. */
  readonly #shares: readonly (readonly number[])[];

  constructor(
    private readonly sizes: readonly number[],
    private readonly leaves: readonly Box[],
  ) {
    this.#shares = leaves.map(({ allowed }) => allowed.map((flags) => countOf(flags) / flags.length));
    this.marginals = sizes.map((_, knob) => this.#marginal([knob]));
    const shares = leaves.map((_, leaf) => this.#share(leaf, []));
    this.#mean = leaves.reduce((sum, { mean }, i) => sum + shares[i]! * mean, 0);
    this.#variance = leaves.reduce((sum, { mean }, i) => sum + shares[i]! * (mean - this.#mean) ** 2, 0);
  }

  /** Share of the variance that a knob decides alone; 0 of a tree that is one leaf. */
  single(knob: number): number {
    return this.#shareOf(this.marginals[knob]!);
  }

  /** What two decide beyond that. */
  pair(a: number, b: number): number {
    return Math.max(0, this.#shareOf(this.#marginal([a, b])) - this.single(a) - this.single(b));
  }

  #shareOf(marginal: Float64Array): number {
    if (this.#variance === 0) return 0;
    return marginal.reduce((sum, value) => sum + (value - this.#mean) ** 2, 0) / marginal.length / this.#variance;
  }

  /** Means over all other knobs, row-major over the values of these. */
  #marginal(knobs: readonly [number] | readonly [number, number]): Float64Array {
    const [a, b] = knobs;
    const columns = b === undefined ? 1 : this.sizes[b]!;
    const means = new Float64Array(this.sizes[a]! * columns);
    for (const [leaf, { allowed, mean }] of this.leaves.entries()) {
      const weighted = mean * this.#share(leaf, knobs);
      for (let i = 0; i < this.sizes[a]!; i++) {
        if (allowed[a]![i] === 0) continue;
        for (let j = 0; j < columns; j++)
          if (b === undefined || allowed[b]![j] === 1) means[i * columns + j]! += weighted;
      }
    }
    return means;
  }

  /** The share of the grid that a leaf has in all knobs but these. */
  #share(leaf: number, without: readonly number[]): number {
    return this.#shares[leaf]!.reduce((all, share, knob) => (without.includes(knob) ? all : all * share), 1);
  }
}

interface Tree {
  readonly leaves: readonly Box[];
  readonly bag: ReadonlySet<number>;
}

/** Of each row the mean of the trees that did not see it, against what it came to. */
function explainedBy(forest: readonly Tree[], samples: Samples): number | null {
  const [errors, targets]: [number[], number[]] = [[], []];
  for (const [row, target] of samples.targets.entries()) {
    const others = forest.filter(({ bag }) => !bag.has(row));
    if (others.length === 0) continue;
    targets.push(target);
    errors.push(meanBy(others, ({ leaves }) => boxAt(leaves, samples, row).mean) - target);
  }
  const total = variance(targets);
  return total === 0 ? null : 1 - meanBy(errors, (error) => error ** 2) / total;
}

function drawn(samples: Samples, random: Random): Samples {
  const { sizes, digits, targets } = samples;
  if (targets.length <= MOST_TRIALS) return samples;
  const rows = Array.from(targets.keys());
  random.shuffle(rows);
  const kept = rows.slice(0, MOST_TRIALS);
  return {
    sizes,
    digits: Uint16Array.from(kept.flatMap((row) => sizes.map((_, knob) => digits[row * sizes.length + knob]!))),
    targets: Float64Array.from(kept, (row) => targets[row]!),
  };
}

function variance(values: ArrayLike<number>): number {
  const list = Array.from(values);
  const mean = meanBy(list, (value) => value);
  return meanBy(list, (value) => (value - mean) ** 2);
}

function meanBy<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0) / items.length;
}

function countOf(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

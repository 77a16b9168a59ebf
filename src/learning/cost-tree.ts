/**
 * Decision trees that are grown by what a wrong choice costs (the cost-sensitive trees of input sensitivity, Ding et
 * al., PLDI 2015), instead of by how many choices are wrong.
 */
export interface Examples {
  /** Of each example the values of its features. */
  readonly features: readonly (readonly number[])[];
  /** Of each example what each choice costs. */
  readonly costs: readonly (readonly number[])[];
}

export interface CostTree {
  /** The choices by what they cost the examples that came here, and a little by what they cost others, least first. */
  readonly ranking: readonly number[];
  /** Undefined of a leaf. */
  readonly split?: Split;
}

export interface Split {
  /** Its place in an example. */
  readonly feature: number;
  readonly threshold: number;
  /** Where the feature is at most the threshold. */
  readonly low: CostTree;
  readonly high: CostTree;
}

/** A gain below is one of rounding. */
const LEAST_GAIN = 1e-9;
/** Examples on either side of a split at least. */
const LEAST_EXAMPLES = 2;
/** Examples as many as which the mean of those one split above counts (the m-estimate of Cestnik, 1990). */
const PRIOR = 1;

/** Grown greedily: each split is the one that saves most, among those on some features. */
export function growTree(examples: Examples, columns: readonly number[], depth: number): CostTree {
  return grow(examples, columns, depth, undefined);
}

function grow(
  { features, costs }: Examples,
  columns: readonly number[],
  depth: number,
  above: readonly number[] | undefined,
): CostTree {
  const totals = sumOf(costs);
  const means = above
    ? totals.map((sum, j) => (sum + PRIOR * above[j]!) / (costs.length + PRIOR))
    : totals.map((sum) => sum / costs.length);
  const ranking = [...means.keys()].toSorted((a, b) => means[a]! - means[b]!);
  const found = depth === 0 ? undefined : bestSplit({ features, costs }, columns, totals);
  if (!found) return { ranking };
  const part = (isLow: boolean): CostTree => {
    const own = [...features.keys()].filter((i) => features[i]![found.feature]! <= found.threshold === isLow);
    const examples = { features: own.map((i) => features[i]!), costs: own.map((i) => costs[i]!) };
    return grow(examples, columns, depth - 1, means);
  };
  return { ranking, split: { ...found, low: part(true), high: part(false) } };
}

/** What a single split on a feature saves; 0 where none does. */
export function gainOf(examples: Examples, feature: number): number {
  return bestSplit(examples, [feature], sumOf(examples.costs))?.gain ?? 0;
}

/** The choices that a tree ranks for an example; `depth`: splits that are asked at most. */
export function rank(tree: CostTree, example: readonly number[], depth = Infinity): readonly number[] {
  if (!tree.split || depth === 0) return tree.ranking;
  const { feature, threshold, low, high } = tree.split;
  return rank(example[feature]! <= threshold ? low : high, example, depth - 1);
}

/** The tree without what it asks beyond a depth, and without splits both of whose sides make the same choice. */
export function pruned({ ranking, split }: CostTree, depth: number): CostTree {
  if (!split || depth === 0) return { ranking };
  const [low, high] = [pruned(split.low, depth - 1), pruned(split.high, depth - 1)];
  const isIdle = !low.split && !high.split && low.ranking[0] === high.ranking[0];
  return isIdle ? { ranking } : { ranking, split: { ...split, low, high } };
}

/** The splits of a tree. */
export function splitsOf({ split }: CostTree): readonly Split[] {
  return split ? [split, ...splitsOf(split.low), ...splitsOf(split.high)] : [];
}

type Found = Pick<Split, 'feature' | 'threshold'> & { readonly gain: number };

function bestSplit(examples: Examples, columns: readonly number[], totals: readonly number[]): Found | undefined {
  const found = columns.flatMap((feature) => bestThreshold(examples, feature, totals) ?? []);
  return found.reduce<Found | undefined>((best, one) => (best && best.gain >= one.gain ? best : one), undefined);
}

/** The threshold lies in the middle between two neighbouring values, by their ratio where both are above 0. */
function bestThreshold({ features, costs }: Examples, feature: number, totals: readonly number[]): Found | undefined {
  const values = features.map((example) => example[feature]!);
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  const below = new Float64Array(totals.length);
  const whole = Math.min(...totals);
  let best: Found | undefined;
  for (let taken = 1; taken < order.length; taken++) {
    const i = order[taken - 1]!;
    const row = costs[i]!;
    for (let choice = 0; choice < row.length; choice++) below[choice]! += row[choice]!;
    const [low, high] = [values[i]!, values[order[taken]!]!];
    if (low === high || Math.min(taken, order.length - taken) < LEAST_EXAMPLES) continue;
    const gain = whole - leastOfBoth(below, totals);
    if (gain > (best?.gain ?? LEAST_GAIN)) best = { feature, threshold: between(low, high), gain };
  }
  return best;
}

/** What the best choice costs below a split, and the best one above. */
function leastOfBoth(below: Float64Array, totals: readonly number[]): number {
  let [low, high] = [Infinity, Infinity];
  for (let choice = 0; choice < totals.length; choice++) {
    low = Math.min(low, below[choice]!);
    high = Math.min(high, totals[choice]! - below[choice]!);
  }
  return low + high;
}

/** At least the lower and less than the higher one, however close they are. */
function between(low: number, high: number): number {
  const middle = low > 0 ? Math.sqrt(low) * Math.sqrt(high) : (low + high) / 2;
  return middle >= low && middle < high ? middle : low;
}

function sumOf(costs: readonly (readonly number[])[]): readonly number[] {
  const sums = new Float64Array(costs[0]?.length ?? 0);
  for (const row of costs) for (let choice = 0; choice < row.length; choice++) sums[choice]! += row[choice]!;
  return [...sums];
}

import { gainOf, growTree, pruned, rank, type CostTree, type Examples } from '../../learning/cost-tree.js';
import type { Fold } from './folds.js';

/** Splits on the way to a leaf at most. */
const DEPTH = 4;
/** Features that subsets are made of. */
const FEATURES = 6;

/** A tree, and what each example costs in one that was grown on others. */
interface CandidateTree {
  readonly columns: readonly number[];
  readonly depth: number;
  readonly costs: readonly number[];
}

/**
 * Of the trees on every subset of the features with the largest gains, of each depth, the plainest that does about as
 * well on examples that it was not grown on as the one that does best: its cost is higher by no more than the standard
 * error of that difference (Breiman et al., Classification and Regression Trees, 1984). The plainest is a leaf, one
 * choice for all.
 */
export function chooseTree(examples: Examples, folds: readonly Fold[]): CostTree {
  const gains = (examples.features[0] ?? []).map((_, column) => gainOf(examples, column));
  const pool = [...gains.keys()]
    .filter((column) => gains[column]! > 0)
    .toSorted((a, b) => gains[b]! - gains[a]!)
    .slice(0, FEATURES);
  const candidates = subsetsOf(pool)
    .flatMap((columns) =>
      heldOutCosts(examples, folds, columns).map((costs, depth): CandidateTree => ({ columns, depth, costs })),
    )
    .toSorted((a, b) => a.depth - b.depth || a.columns.length - b.columns.length || total(a.costs) - total(b.costs));
  const best = candidates.reduce((least, one) => (total(one.costs) < total(least.costs) ? one : least));
  const { columns, depth } = candidates.find(({ costs }) => isAbout(costs, best.costs))!;
  return pruned(growTree(examples, columns, depth), depth);
}

/** By depth what each example costs, in a tree on the others. */
function heldOutCosts(
  { features, costs }: Examples,
  folds: readonly Fold[],
  columns: readonly number[],
): readonly (readonly number[])[] {
  const found = Array.from({ length: columns.length === 0 ? 1 : DEPTH + 1 }, () => costs.map(() => 0));
  for (const { heldOut, others } of folds) {
    const known = { features: others.map((i) => features[i]!), costs: others.map((i) => costs[i]!) };
    const tree = growTree(known, columns, DEPTH);
    for (const [depth, row] of found.entries())
      for (const i of heldOut) row[i] = costs[i]![rank(tree, features[i]!, depth)[0]!]!;
  }
  return found;
}

/** Whether the mean of the differences is above 0 by no more than its standard error. */
function isAbout(costs: readonly number[], least: readonly number[]): boolean {
  const more = costs.map((cost, i) => cost - least[i]!);
  const mean = total(more) / more.length;
  const variance = total(more.map((value) => (value - mean) ** 2)) / Math.max(1, more.length - 1);
  return mean <= Math.sqrt(variance / more.length);
}

function subsetsOf(pool: readonly number[]): readonly (readonly number[])[] {
  return pool.reduce<readonly (readonly number[])[]>(
    (subsets, column) => [...subsets, ...subsets.map((subset) => [...subset, column])],
    [[]],
  );
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

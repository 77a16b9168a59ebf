/** One regression tree: node 0 is the root; a leaf has `left[i] < 0` and keeps its value in `condition[i]`. */
export interface Tree {
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly feature: readonly number[];
  /** A row goes left if and only if its feature is below the condition, both as float32. */
  readonly condition: readonly number[];
}

/** Trees that are walked in parallel, so that a processor has four independent chains of loads to follow. */
const LANES = 4;

/** A full tree of this depth has 4096 leaves; models here have depth 3 to 6. */
const MAX_DEPTH = 12;

/**
 * A sum of regression trees, flattened for speed: every tree is stored as a full binary tree of one common depth, so
 * that the children of node k are 2k+1 and 2k+2, no row leaves the walk early, and the walk has no branch. A leaf above
 * the bottom is repeated in all places below it.
 */
export class Forest {
  readonly depth: number;
  readonly treeCount: number;
  private readonly base: number;
  private readonly feature: Uint16Array;
  private readonly threshold: Float64Array;
  private readonly leaf: Float64Array;

  /** Throws RangeError when the trees are deeper than this layout is good for, or not trees at all. */
  constructor(trees: readonly Tree[], base: number) {
    this.base = base;
    this.depth = trees.reduce((depth, tree) => Math.max(depth, depthOf(tree)), 0);
    this.treeCount = Math.ceil(trees.length / LANES) * LANES;
    const inner = 2 ** this.depth - 1;
    this.feature = new Uint16Array(this.treeCount * inner);
    this.threshold = new Float64Array(this.treeCount * inner);
    this.leaf = new Float64Array(this.treeCount * (inner + 1));
    trees.forEach((tree, t) => {
      this.place(tree, 0, t, 0, 0);
    });
  }

  /** Score of the row whose features are `rows[at … at + width)`. */
  score(rows: Float32Array, at = 0): number {
    const { depth, treeCount, feature, threshold, leaf } = this;
    // Shifts keep the arithmetic of positions in integers; `2 ** depth` would turn all of it into floating point.
    const leaves = 1 << depth;
    const inner = leaves - 1;
    let sum0 = this.base;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    for (let tree = 0, root = 0, bottom = -inner; tree < treeCount; tree += LANES) {
      let k0 = 0;
      let k1 = 0;
      let k2 = 0;
      let k3 = 0;
      for (let level = 0; level < depth; level++) {
        // `+!` compiles to a flag, `?:` to a branch that is mispredicted half of the time.
        k0 = 2 * k0 + 1 + +!(rows[at + feature[root + k0]!]! < threshold[root + k0]!);
        k1 = 2 * k1 + 1 + +!(rows[at + feature[root + inner + k1]!]! < threshold[root + inner + k1]!);
        k2 = 2 * k2 + 1 + +!(rows[at + feature[root + 2 * inner + k2]!]! < threshold[root + 2 * inner + k2]!);
        k3 = 2 * k3 + 1 + +!(rows[at + feature[root + 3 * inner + k3]!]! < threshold[root + 3 * inner + k3]!);
      }
      sum0 += leaf[bottom + k0]!;
      sum1 += leaf[bottom + leaves + k1]!;
      sum2 += leaf[bottom + 2 * leaves + k2]!;
      sum3 += leaf[bottom + 3 * leaves + k3]!;
      root += LANES * inner;
      bottom += LANES * leaves;
    }
    return sum0 + sum1 + (sum2 + sum3);
  }

  /** Writes `node` of `tree` at position `k` of the full tree t, and all that lies below it. */
  private place(tree: Tree, node: number, t: number, k: number, level: number): void {
    const inner = 2 ** this.depth - 1;
    const isLeaf = tree.left[node]! < 0;
    if (level === this.depth) {
      this.leaf[t * (inner + 1) + k - inner] = tree.condition[node]!;
      return;
    }
    this.feature[t * inner + k] = isLeaf ? 0 : tree.feature[node]!;
    this.threshold[t * inner + k] = isLeaf ? Infinity : Math.fround(tree.condition[node]!);
    this.place(tree, isLeaf ? node : tree.left[node]!, t, 2 * k + 1, level + 1);
    this.place(tree, isLeaf ? node : tree.right[node]!, t, 2 * k + 2, level + 1);
  }
}

function depthOf(tree: Tree, node = 0, level = 0): number {
  if (level > MAX_DEPTH) throw new RangeError(`A tree is deeper than ${MAX_DEPTH} levels.`);
  const [left, right] = [tree.left[node], tree.right[node]];
  if (left === undefined || right === undefined || Math.min(tree.feature.length, tree.condition.length) <= node)
    throw new RangeError(`A tree has no node ${node}.`);
  return left < 0 ? level : Math.max(depthOf(tree, left, level + 1), depthOf(tree, right, level + 1));
}

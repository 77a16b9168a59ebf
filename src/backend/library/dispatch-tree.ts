import type { DType } from '../../ir/tensor.js';
import type { CostTree } from '../../learning/cost-tree.js';
import type { ShapeFeature } from '../../operator/shape-features.js';

/** Which schedule shapes of one operator, type and target get. */
export interface DispatchTree {
  readonly operator: string;
  readonly dtype: DType;
  /** As a kernel of the library names it. */
  readonly target: string;
  /** What the tree's splits are on. */
  readonly features: readonly ShapeFeature[];
  readonly tree: CostTree;
  /** Workloads whose schedules the tree chooses from. */
  readonly landmarks: readonly string[];
  /** How many shapes it was learned from. */
  readonly shapes: number;
}

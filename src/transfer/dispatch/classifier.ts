import { rank, type CostTree } from '../../learning/cost-tree.js';
import type { Operator, Workload } from '../../operator/operator.js';
import { featureValues, type ShapeFeature } from '../../operator/shape-features.js';
import { chooseTree } from './choose-tree.js';
import { foldsOf } from './folds.js';
import { featuresOf, type KnownShape } from './known-shapes.js';
import { costsOf, findLandmarks } from './landmarks.js';
import type { Landmark, Shares } from './shares.js';

/** Which schedule a shape gets. */
export interface Classifier {
  readonly landmarks: readonly Landmark[];
  readonly features: readonly ShapeFeature[];
  /** A leaf where no tree does better on shapes that it has not seen: the landmark that is best on the whole. */
  readonly tree: CostTree;
}

/**
 * Learns from shapes by two levels (input sensitivity, Ding et al., PLDI 2015): clusters of their features have a
 * landmark each; what every landmark costs on every shape then grows a tree, whatever the clusters were.
 */
export function learnClassifier(shapes: readonly KnownShape[], shares: Shares, seed: number): Classifier {
  const table = featuresOf(shapes);
  const landmarks = findLandmarks(shapes, table, { shares, seed });
  const examples = { features: table.values, costs: costsOf(shapes, landmarks, shares) };
  const tree = chooseTree(examples, foldsOf(shapes, seed));
  return { landmarks, features: table.features, tree };
}

/** The landmarks in the order in which a shape takes them, the first that serves it. */
export function landmarksFor(
  { landmarks, features, tree }: Classifier,
  operator: Operator,
  workload: Workload,
): readonly Landmark[] {
  return inOrder(landmarks, rank(tree, featureValues(operator, workload, features)));
}

/** The same for any shape: that which is best on the whole first. */
export function landmarksForAll({ landmarks, tree }: Classifier): readonly Landmark[] {
  return inOrder(landmarks, tree.ranking);
}

function inOrder(landmarks: readonly Landmark[], places: readonly number[]): readonly Landmark[] {
  return places.map((place) => landmarks[place]!);
}

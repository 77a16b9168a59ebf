import { learnClassifier, type Classifier } from './classifier.js';
import { foldsOf } from './folds.js';
import { holdOut, quality, type HeldOut } from './held-out.js';
import type { KnownShape } from './known-shapes.js';
import type { Shares } from './shares.js';

export interface Decision {
  readonly classifier: Classifier;
  /** What it comes to, and others beside it. */
  readonly heldOut: readonly HeldOut[];
}

/**
 * A classifier that is worth its tree: where classifiers of the kind lose to their own single best landmark, on shapes
 * held out from landmarks and trees alike, every shape takes that.
 */
export function decide(shapes: readonly KnownShape[], shares: Shares, seed: number): Decision {
  const learn = (some: readonly KnownShape[]): Classifier => learnClassifier(some, shares, seed);
  const classifier = learn(shapes);
  const heldOut = holdOut(shapes, foldsOf(shapes, seed), { shares, learn });
  if (quality(heldOut, 'learned') >= quality(heldOut, 'single')) return { classifier, heldOut };
  const { ranking } = classifier.tree;
  return {
    classifier: { ...classifier, tree: { ranking } },
    heldOut: heldOut.map((row) => ({ ...row, learned: row.single })),
  };
}

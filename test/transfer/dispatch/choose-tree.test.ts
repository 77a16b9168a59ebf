import { describe, expect, test } from '@jest/globals';
import { rank, splitsOf, type Examples } from '../../../src/learning/cost-tree.js';
import { Random } from '../../../src/space/random.js';
import { chooseTree } from '../../../src/transfer/dispatch/choose-tree.js';
import type { Fold } from '../../../src/transfer/dispatch/folds.js';

function foldsOf({ features }: Examples): readonly Fold[] {
  const places = [...features.keys()];
  return places.map((i) => ({ heldOut: [i], others: places.filter((other) => other !== i) }));
}

/** Three features, of which the second decides, or none does. */
function examplesOf(seed: number, isDecided: boolean): Examples {
  const random = new Random(seed);
  const features = Array.from({ length: 24 }, () => [random.float(), random.float(), random.float()]);
  const costs = features.map(([, value]) => {
    const low = isDecided ? value! < 0.5 : random.float() < 0.5;
    return [low ? 0 : 1, low ? 1 : 0, 2].map((cost) => cost + random.float() / 4);
  });
  return { features, costs };
}

describe('the tree that does best on what it has not seen', () => {
  test.each([1, 2, 3])('splits once on what decides, seed %d', (seed) => {
    const examples = examplesOf(seed, true);
    const tree = chooseTree(examples, foldsOf(examples));
    expect(splitsOf(tree).map(({ feature }) => feature)).toEqual([1]);
    expect([0.1, 0.9].map((value) => rank(tree, [0.5, value, 0.5])[0])).toEqual([0, 1]);
  });

  test('is mostly a leaf where no feature says what is best', () => {
    const trees = Array.from({ length: 12 }, (_, seed) => examplesOf(seed, false)).map((examples) =>
      chooseTree(examples, foldsOf(examples)),
    );
    expect(trees.filter(({ split }) => split).length).toBeLessThanOrEqual(6);
  });
});

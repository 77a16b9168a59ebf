import { describe, expect, test } from '@jest/globals';
import { gainOf, growTree, pruned, rank, splitsOf, type Examples } from '../../src/learning/cost-tree.js';

/** Examples of features, with what the choices cost by a rule. */
function examplesOf(
  features: readonly (readonly number[])[],
  costs: (example: readonly number[]) => readonly number[],
): Examples {
  return { features, costs: features.map(costs) };
}

const sizes = [4, 8, 16, 32, 64, 256, 512, 1024, 2048];

describe('a tree that is grown by costs', () => {
  test('finds a boundary, and puts its threshold in the middle of the ratio', () => {
    const examples = examplesOf(
      sizes.map((size) => [7, size]),
      ([, size]) => (size! < 100 ? [0, 1] : [1, 0]),
    );
    const tree = growTree(examples, [0, 1], 4);
    expect(splitsOf(tree).map(({ feature }) => feature)).toEqual([1]);
    expect(tree.split!.threshold).toBeCloseTo(128);
    expect([5, 127, 129, 5000].map((size) => rank(tree, [7, size])[0])).toEqual([0, 0, 1, 1]);
    expect(gainOf(examples, 0)).toBe(0);
    expect(gainOf(examples, 1)).toBe(4);
  });

  test('goes by what a choice costs, not by how often it is best', () => {
    const examples = examplesOf(
      sizes.map((size) => [size]),
      ([size]) => (size === 2048 ? [9, 0] : [0, 1]),
    );
    expect(growTree(examples, [], 4).ranking).toEqual([1, 0]);
  });

  test('asks two features where one does not do', () => {
    const grid = [1, 2, 3, 4].flatMap((a) => [1, 2, 3, 4].map((b) => [a, b]));
    const best = ([a, b]: readonly number[]): number => (a! <= 2 ? 0 : b! <= 2 ? 1 : 2);
    const examples = examplesOf(grid, (example) => [0, 1, 2].map((choice) => (choice === best(example) ? 0 : 1)));
    const tree = growTree(examples, [0, 1], 4);
    for (const example of grid) expect(rank(tree, example)[0]).toBe(best(example));
    expect(splitsOf(tree)).toHaveLength(2);
    expect(rank(tree, [1, 1], 0)).toEqual(tree.ranking);
    expect(splitsOf(pruned(tree, 1))).toHaveLength(1);
  });

  test('does not split where the choice is the same on both sides, nor one example off', () => {
    const same = examplesOf(
      sizes.map((size) => [size]),
      ([size]) => [0, size!],
    );
    expect(growTree(same, [0], 4).split).toBeUndefined();
    const one = examplesOf(
      sizes.map((size) => [size]),
      ([size]) => (size === 4 ? [1, 0] : [0, 1]),
    );
    expect(growTree(one, [0], 1).split?.threshold ?? Infinity).toBeGreaterThan(8);
  });

  test('ranks what is equal in a leaf as the examples above it do', () => {
    const examples = examplesOf(
      sizes.map((size) => [size]),
      ([size]) => (size! < 100 ? [1, 1, 0] : [0, 5, 9]),
    );
    expect(rank(growTree(examples, [0], 4), [4])).toEqual([2, 0, 1]);
  });
});

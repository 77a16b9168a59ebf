import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Forest, type Tree } from '../../src/model/forest.js';

type Node =
  | { readonly leaf: number }
  | { readonly feature: number; readonly below: number; readonly left: Node; readonly right: Node };

const WIDTH = 5;

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    fc.record({ leaf: fc.integer({ min: -9, max: 9 }) }),
    fc.record({
      feature: fc.nat({ max: WIDTH - 1 }),
      below: fc.integer({ min: -4, max: 4 }),
      left: tie('node'),
      right: tie('node'),
    }),
  ),
}));

function flatten(root: Node): Tree {
  const tree = { left: [] as number[], right: [] as number[], feature: [] as number[], condition: [] as number[] };
  const add = (node: Node): number => {
    const at = tree.left.push(-1) - 1;
    tree.right.push(-1);
    tree.feature.push('leaf' in node ? 0 : node.feature);
    tree.condition.push('leaf' in node ? node.leaf : node.below);
    if (!('leaf' in node)) {
      tree.left[at] = add(node.left);
      tree.right[at] = add(node.right);
    }
    return at;
  };
  add(root);
  return tree;
}

function walk(node: Node, row: Float32Array): number {
  return 'leaf' in node ? node.leaf : walk(row[node.feature]! < node.below ? node.left : node.right, row);
}

describe('Forest', () => {
  test('scores a row as a walk down every tree does', () => {
    const rows = fc.array(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: WIDTH, maxLength: WIDTH }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(node, { maxLength: 9 }), rows, (roots, values) => {
        const forest = new Forest(roots.map(flatten), 0.5);
        for (const row of values.map((numbers) => Float32Array.from(numbers))) {
          expect(forest.score(row)).toBe(roots.reduce((sum, root) => sum + walk(root, row), 0.5));
        }
      }),
    );
  });

  test('when a feature is no number then a row still ends in a leaf', () => {
    const tree = flatten({ feature: 0, below: 1, left: { leaf: 1 }, right: { leaf: 2 } });
    expect(new Forest([tree], 0).score(Float32Array.of(NaN))).toBe(2);
  });

  test('compares thresholds as float32, as they were trained', () => {
    const tree = flatten({ feature: 0, below: 0.1, left: { leaf: 1 }, right: { leaf: 2 } });
    expect(new Forest([tree], 0).score(Float32Array.of(0.1))).toBe(2);
  });

  test('when children are missing or circular then it refuses the tree', () => {
    const circle: Tree = { left: [0], right: [0], feature: [0], condition: [1] };
    const torn: Tree = { left: [1], right: [2], feature: [0], condition: [1] };
    expect(() => new Forest([circle], 0)).toThrow(RangeError);
    expect(() => new Forest([torn], 0)).toThrow(RangeError);
    expect(() => new Forest([{ left: [], right: [], feature: [], condition: [] }], 0)).toThrow(RangeError);
  });
});

import { expect, test } from '@jest/globals';
import { findOperator } from '../../../src/operator/registry.js';
import { featureName } from '../../../src/operator/shape-features.js';
import { foldsOf } from '../../../src/transfer/dispatch/folds.js';
import { featuresOf, type KnownShape } from '../../../src/transfer/dispatch/known-shapes.js';

const operator = findOperator('matmul');

function shapesOf(...extents: readonly (readonly [m: number, n: number, constant?: string])[]): readonly KnownShape[] {
  return extents.map(([m, n, constant = 'none']) => ({
    operator,
    workload: operator.workload(undefined, { m: `${m}`, n: `${n}`, k: '64', constant }),
    histories: [],
  }));
}

function namesOf(shapes: readonly KnownShape[]): readonly string[] {
  const { features } = featuresOf(shapes);
  return features.map((feature) => featureName(feature, operator, shapes[0]!.workload));
}

test('features are those that differ, and order shapes unlike the ones before', () => {
  expect(namesOf(shapesOf([8, 64], [16, 64], [32, 64]))).toEqual(['m']);
  expect(namesOf(shapesOf([8, 64], [16, 64, 'B'], [8, 64, 'B']))).toEqual(['m', 'constants']);
  expect(namesOf(shapesOf([8, 64], [64, 8], [32, 32]))).toEqual(['m', 'n', 'flops']);
  expect(namesOf(shapesOf([8, 64]))).toEqual([]);
});

test('a shape is held out once, and on all machines together', () => {
  const shapes = shapesOf([8, 64], [16, 64], [8, 64], [32, 64], [64, 64]);
  const folds = foldsOf(shapes, 1, 3);
  expect(folds.flatMap(({ heldOut }) => heldOut).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  for (const { heldOut, others } of folds) {
    expect(heldOut.includes(0)).toBe(heldOut.includes(2));
    expect([...heldOut, ...others].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  }
});

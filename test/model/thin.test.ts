import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { thin } from '../../src/model/thin.js';

const identity = (weight: number): number => weight;

test('what weighs 1 stays, in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      expect(thin(items, () => 1)).toEqual(items);
    }),
  );
});

test('of what weighs less, as many stay as the weights add up to', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 }).map((quarters) => quarters / 4)), (weights) => {
      const sum = weights.reduce((total, weight) => total + weight, 0);
      expect(thin(weights, identity)).toHaveLength(Math.floor(sum));
    }),
  );
});

test('they are spread evenly, and take nothing from the others', () => {
  const weights = [1, 0.5, 1, 0.5, 0.25, 0.25, 1, 0.25, 0.25];
  expect(thin([...weights.keys()], (place) => weights[place]!)).toEqual([0, 2, 3, 6, 8]);
});

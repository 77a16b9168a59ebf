import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anneal } from '../../src/explorer/anneal.js';
import { drawLatinHypercube } from '../../src/explorer/latin-hypercube.js';
import { Scorer } from '../../src/explorer/scorer.js';
import { TopK } from '../../src/explorer/top-k-heap.js';
import { Random } from '../../src/space/random.js';
import { constrainedSpace, contextOf, NearestRow, smallSpace } from './fixtures.js';

describe('Top', () => {
  test('keeps the k highest scores, best first', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 0, max: 20 }), (scores, k) => {
        const top = new TopK<number>(k);
        for (const [key, score] of scores.entries()) top.offer(key, score, score);
        expect(top.take()).toEqual([...scores].sort((a, b) => b - a).slice(0, k));
      }),
    );
  });

  test('when a key is offered twice then it is kept once', () => {
    const top = new TopK<string>(3);
    for (const [key, score] of [
      [1, 5],
      [1, 6],
      [2, 4],
    ] as const)
      top.offer(key, `item ${key}`, score);
    expect(top.take()).toEqual(['item 1', 'item 2']);
  });
});

describe('anneal', () => {
  const walk = (seed: number, steps = 2000): { end: number; seen: number[] } => {
    const seen: number[] = [];
    const random = new Random(seed);
    const end = anneal({
      start: 100,
      steps,
      hottest: 1,
      random,
      neighbour: (x) => x + (random.int(2) === 0 ? -1 : 1),
      energy: (x) => {
        seen.push(x);
        return Math.abs(x);
      },
    });
    return { end, seen };
  };

  test('goes down to the minimum', () => {
    expect(Math.abs(walk(1).end)).toBeLessThan(5);
  });

  test('asks for the energy of the start and of every step', () => {
    expect(walk(1, 321).seen).toHaveLength(322);
  });

  test('when the seed is the same then so is the walk', () => {
    expect(walk(4)).toEqual(walk(4));
    expect(walk(4)).not.toEqual(walk(5));
  });
});

describe('drawLatin', () => {
  test('when points are excluded or forbidden then it draws none of them, and none twice', () => {
    const space = constrainedSpace();
    const excluded = new Set([0, 1, 2, 3, 4, 5, 6, 7, 20, 30, 40]);
    for (let seed = 0; seed < 50; seed++) {
      const indices = drawLatinHypercube(space, new Random(seed), excluded, 10).map(({ index }) => index);
      expect(indices.length).toBeLessThanOrEqual(10);
      expect(new Set(indices).size).toBe(indices.length);
      for (const index of indices) expect(space.isValid(index) && !excluded.has(index)).toBe(true);
    }
  });
});

describe('Scorer', () => {
  test('asks the model once for each config', () => {
    const space = smallSpace();
    const { featurizer } = contextOf(space);
    const model = new NearestRow();
    let calls = 0;
    model.predict = () => ({ mean: Float64Array.of(++calls) });
    const scorer = new Scorer(model, featurizer);
    expect([3, 5, 3, 5].map((index) => scorer.estimate(space.get(index)).mean)).toEqual([1, 2, 1, 2]);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Elites } from '../../src/explorer/elites.js';
import { topK } from '../../src/explorer/selection/top-k.js';
import { withElites } from '../../src/explorer/selection/elites.js';
import { Steps } from '../../src/explorer/steps.js';
import { SpaceBuilder } from '../../src/space/builder.js';
import { Random } from '../../src/space/random.js';

/** 4 × 8 points: the index is a + 4 b. */
const space = new SpaceBuilder()
  .choice('a', [0, 1, 2, 3])
  .choice('only', [1])
  .choice('b', [0, 1, 2, 3, 4, 5, 6, 7])
  .build();

function elitesOf(scores: readonly number[]): Elites {
  const elites = new Elites(space);
  scores.forEach((score, index) => {
    elites.offer({ config: space.get(index), score });
  });
  return elites;
}

describe('elites', () => {
  test('each is the best with some value that the incumbent does not have', () => {
    const allScores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 32 });
    fc.assert(
      fc.property(allScores, fc.nat(31), fc.nat(), fc.nat(12), (scores, incumbent, seed, n) => {
        const drawn = elitesOf(scores).draw(n, space.get(incumbent), new Random(seed));
        expect(drawn.length).toBeLessThanOrEqual(n);
        expect(new Set(drawn.map(({ index }) => index)).size).toBe(drawn.length);
        for (const { index } of drawn) {
          const isBest = (of: (other: number) => number): boolean =>
            of(index) !== of(incumbent) &&
            scores.every((score, other) => of(other) !== of(index) || score <= scores[index]!);
          expect(isBest((other) => other % 4) || isBest((other) => Math.floor(other / 4))).toBe(true);
        }
      }),
    );
  });

  test('what the model thinks least of is drawn, too, where it thinks most of it', () => {
    // A basin at a = 0, and far below it another at a = 3 with its best at b = 5.
    const scores = Array.from({ length: 32 }, (_, index) => (index % 4 === 0 ? 10 : -Math.abs(index - 23)));
    const drawn = elitesOf(scores).draw(20, space.get(0), new Random(1));
    expect(drawn.map(({ index }) => index)).toContain(23);
  });

  test('a space without a choice has none', () => {
    const single = new SpaceBuilder().choice('only', [1]).build();
    const elites = new Elites(single);
    elites.offer({ config: single.get(0), score: 1 });
    expect(elites.draw(3, undefined, new Random(1))).toEqual([]);
  });

  test('about a quarter of a batch are elites', () => {
    const scores = Array.from({ length: 32 }, (_, index) => 32 - index);
    const elites = elitesOf(scores);
    const candidates = scores.map((score, index) => ({ config: space.get(index), score }));
    const random = new Random(1);
    const shares = Array.from({ length: 400 }, () => {
      const visited = new Set<number>();
      const context = { space, random, visited, epsilon: 0, elites, steps: new Steps(space), fastest: space.get(0) };
      return withElites(topK)(candidates, 8, context).filter(({ index }) => index >= 8).length / 8;
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    // Some elites are among the best eight.
    expect(mean).toBeGreaterThan(0.1);
    expect(mean).toBeLessThan(0.3);
  });
});

import { describe, expect, test } from '@jest/globals';
import { Elites } from '../../../src/explorer/elites.js';
import { diverse } from '../../../src/explorer/selection/diversity.js';
import { epsilonGreedy } from '../../../src/explorer/selection/epsilon-greedy.js';
import type { Proposal } from '../../../src/explorer/proposal.js';
import type { SelectionContext } from '../../../src/explorer/selection/selection.js';
import { Steps } from '../../../src/explorer/steps.js';
import { withSteps } from '../../../src/explorer/selection/steps.js';
import { topK } from '../../../src/explorer/selection/top-k.js';
import { SpaceBuilder } from '../../../src/space/builder.js';
import { Random } from '../../../src/space/random.js';

/** 16 × 16 points: the index is a + 16 b. */
const values = Array.from({ length: 16 }, (_, i) => i);
const space = new SpaceBuilder().choice('a', values).choice('b', values).choice('only', [1]).build();

function contextOf(epsilon = 0): SelectionContext {
  return {
    space,
    random: new Random(1),
    visited: new Set(),
    epsilon,
    elites: new Elites(space),
    steps: new Steps(space),
    fastest: undefined,
  };
}

function candidatesOf(scores: Readonly<Record<number, number>>): Proposal[] {
  const candidates = Object.entries(scores).map(([index, score]) => ({ config: space.get(Number(index)), score }));
  return candidates.sort((a, b) => b.score - a.score);
}

const indices = (configs: readonly { readonly index: number }[]): number[] => configs.map(({ index }) => index);

describe('diversity', () => {
  /** The second and the third share `a` with the best; the last is new in both knobs. */
  const candidates = candidatesOf({ 0: 10, 16: 9.9, 32: 9.8, 51: 9.7, 255: 0 });

  test('prefers what is new to the batch among near equals, but not what is far worse', () => {
    expect(indices(diverse(0.5)(candidates, 3, contextOf()))).toEqual([0, 51, 16]);
    expect(indices(topK(candidates, 3))).toEqual([0, 16, 32]);
  });

  test('when alpha is 0 then it is the best, when it is huge then it is coverage alone, the better one first', () => {
    expect(indices(diverse(0)(candidates, 4, contextOf()))).toEqual([0, 16, 32, 51]);
    expect(indices(diverse(1e9)(candidates, 3, contextOf()))).toEqual([0, 51, 255]);
  });

  test('a config that is new in every value gains alpha standard deviations', () => {
    const deviation = Math.sqrt(2 / 9);
    const pick = (alpha: number): number[] =>
      indices(diverse(alpha)(candidatesOf({ 0: 1, 1: 1, 34: 0 }), 2, contextOf()));
    // The second of the scores 1, 1, 0 shares a knob with the first and gains alpha / 2, where the third gains all of
    // it.
    expect(pick((2 / deviation) * 0.99)).toEqual([0, 1]);
    expect(pick((2 / deviation) * 1.01)).toEqual([0, 34]);
  });

  test('when all scores are equal then coverage decides', () => {
    expect(indices(diverse(0.1)(candidatesOf({ 0: 0.1, 1: 0.1, 16: 0.1, 17: 0.1 }), 2, contextOf()))).toEqual([0, 17]);
  });
});

describe('epsilon-greedy', () => {
  const candidates = candidatesOf(Object.fromEntries(values.map((a) => [a, 16 - a])));

  test('draws about an epsilon share of the places, anywhere in the batch', () => {
    const context = contextOf(0.25);
    const places = new Array<number>(16).fill(0);
    for (let batch = 0; batch < 400; batch++) {
      const chosen = indices(epsilonGreedy(topK)(candidates, 16, context));
      chosen.forEach((index, place) => (places[place]! += +(index >= 16)));
    }
    for (const count of places) expect(count / 400).toBeGreaterThan(0.15);
    for (const count of places) expect(count / 400).toBeLessThan(0.35);
  });

  test('what is not drawn is what the greedy selection chooses, in its order', () => {
    const chosen = indices(epsilonGreedy(topK)(candidates, 12, contextOf(0.3)));
    const greedy = chosen.filter((index) => index < 16);
    expect(chosen.length).toBe(12);
    expect(greedy.length).toBeLessThan(12);
    expect(greedy).toEqual(values.slice(0, greedy.length));
  });

  test('when epsilon is 1 then every place is drawn, until the space is exhausted', () => {
    const visited = new Set(Array.from({ length: 250 }, (_, index) => index));
    const chosen = indices(epsilonGreedy(topK)(candidates, 10, { ...contextOf(1), visited }));
    expect(chosen.sort((a, b) => a - b)).toEqual([250, 251, 252, 253, 254, 255]);
  });
});

describe('steps', () => {
  const candidates = candidatesOf(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [200 + index, index])));
  const chosenAfter = (trials: number): number => {
    const visited = new Set(Array.from({ length: trials }, (_, index) => index));
    const context = { ...contextOf(), visited, fastest: space.get(136) };
    const batches = Array.from({ length: 200 }, () => indices(withSteps(topK)(candidates, 4, context)));
    for (const index of batches.flat().filter((one) => one < 200)) expect([120, 135, 137, 152]).toContain(index);
    return batches.flat().filter((index) => index < 200).length / (4 * batches.length);
  };

  test('a third of an early batch is one step from the fastest, and less and less of later ones', () => {
    const shares = [0, 48, 120].map(chosenAfter);
    expect(shares[0]).toBeGreaterThan(0.25);
    expect(shares[1]).toBeLessThan(0.7 * shares[0]!);
    expect(shares[2]).toBeLessThan(0.7 * shares[1]!);
  });

  test('while nothing worked there are none', () => {
    expect(indices(withSteps(topK)(candidates, 4, contextOf()))).toEqual(indices(topK(candidates, 4)));
  });
});

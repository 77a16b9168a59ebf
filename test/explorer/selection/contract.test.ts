import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Elites } from '../../../src/explorer/elites.js';
import { Steps } from '../../../src/explorer/steps.js';
import { selections } from '../../../src/explorer/selection/registry.js';
import type { Proposal } from '../../../src/explorer/proposal.js';
import type { SelectionContext } from '../../../src/explorer/selection/selection.js';
import { Random } from '../../../src/space/random.js';
import type { Space } from '../../../src/space/space.js';
import { constrainedSpace, largeSpace } from '../fixtures.js';

/** Candidates of a space, best first, and a context in which other configs were visited. */
function situation(space: Space, seed: number, count: number, epsilon: number): [Proposal[], SelectionContext] {
  const random = new Random(seed);
  const drawn = Array.from({ length: 2 * count }, () => space.sample(random)!.index);
  const indices = [...new Set(drawn)];
  const visited = new Set(indices.splice(0, Math.floor(indices.length / 3)));
  const candidates = indices.map((index) => ({ config: space.get(index), score: Math.round(4 * random.float()) }));
  candidates.sort((a, b) => b.score - a.score);
  const elites = new Elites(space);
  for (const candidate of candidates) elites.offer(candidate);
  return [candidates, { space, random, visited, epsilon, elites, steps: new Steps(space), fastest: undefined }];
}

const spaces = fc.constantFrom(constrainedSpace, largeSpace);
const counts = fc.integer({ min: 0, max: 30 });
const epsilons = fc.constantFrom(0, 0.3, 1);

describe.each(Object.entries(selections))('selection %s', (_, select) => {
  test('chooses valid configs that were not visited, none twice, and n of them where there are so many candidates', () => {
    fc.assert(
      fc.property(spaces, fc.nat(), counts, counts, epsilons, (build, seed, count, n, epsilon) => {
        const space = build();
        const [candidates, context] = situation(space, seed, count, epsilon);
        const chosen = select(candidates, n, context).map(({ index }) => index);
        expect(new Set(chosen).size).toBe(chosen.length);
        for (const index of chosen) expect(space.isValid(index) && !context.visited.has(index)).toBe(true);
        expect(chosen.length).toBeLessThanOrEqual(n);
        expect(chosen.length).toBeGreaterThanOrEqual(Math.min(n, epsilon === 1 ? 0 : candidates.length));
      }),
    );
  });

  test('when epsilon is 0 then it chooses candidates only, the best of all first', () => {
    const [candidates, context] = situation(largeSpace(), 3, 60, 0);
    const chosen = select(candidates, 12, context);
    expect(chosen).toHaveLength(12);
    expect(chosen[0]).toEqual(candidates[0]!.config);
    for (const config of chosen) expect(candidates.map((candidate) => candidate.config)).toContain(config);
  });

  test('when scores are multiplied and moved then the choice is the same', () => {
    const [candidates, context] = situation(largeSpace(), 5, 60, 0);
    const scaled = candidates.map(({ config, score }) => ({ config, score: 1e6 * score - 7 }));
    const again = situation(largeSpace(), 5, 60, 0)[1];
    expect(select(scaled, 12, context)).toEqual(select(candidates, 12, again));
  });

  test('when the generator is the same then so is the choice, and nothing that was given is changed', () => {
    const choose = (): number[] => {
      const [candidates, context] = situation(largeSpace(), 8, 60, 0.5);
      const [before, visited] = [[...candidates], new Set(context.visited)];
      const chosen = select(candidates, 12, context);
      expect(candidates).toEqual(before);
      expect(context.visited).toEqual(visited);
      return chosen.map(({ index }) => index);
    };
    expect(choose()).toEqual(choose());
  });

  test('when there is nothing to choose from then it chooses nothing, or draws', () => {
    const [, context] = situation(largeSpace(), 8, 60, 0);
    expect(select([], 5, context)).toEqual([]);
    expect(select([], 0, context)).toEqual([]);
  });
});

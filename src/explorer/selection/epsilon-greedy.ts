import type { Selection } from './selection.js';

/**
 * A selection of which every place goes, with probability epsilon, to a uniform draw from the whole space instead
 * (Watkins 1989).
 */
export function epsilonGreedy(greedy: Selection): Selection {
  return (proposals, n, context) => {
    const { space, random, visited, epsilon } = context;
    const places = Array.from({ length: n }, () => (random.float() < epsilon ? 'random' : 'greedy'));
    const chosen = greedy(proposals, places.filter((place) => place === 'greedy').length, context);
    const taken = new Set([...visited, ...chosen.map(({ index }) => index)]);
    const greedily = chosen.values();
    const batch = places.map((place) => {
      if (place === 'greedy') return greedily.next().value;
      const drawn = space.sample(random, taken);
      if (drawn) taken.add(drawn.index);
      return drawn;
    });
    return batch.filter((config) => config !== undefined);
  };
}

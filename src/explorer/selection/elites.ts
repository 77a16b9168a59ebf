import type { Selection } from './selection.js';

/** Probability with which a place of the batch goes to an elite. */
const SHARE = 1 / 4;

/**
 * A selection of which a part goes to elites instead: the best proposals with values that the fastest trial does not
 * have (`../elites.ts`). A model that is asked for its best alone keeps a search in the basin where its trials are.
 */
export function withElites(greedy: Selection): Selection {
  return (proposals, n, context) => {
    const { elites, fastest, random, visited } = context;
    const places = Array.from({ length: n }, () => random.float() < SHARE).filter(Boolean).length;
    const chosen = elites.draw(places, fastest, random);
    const taken = new Set(chosen.map(({ index }) => index));
    const left = proposals.filter(({ config }) => !taken.has(config.index));
    const visitedOrTaken = new Set([...visited, ...taken]);
    return [...greedy(left, n - chosen.length, { ...context, visited: visitedOrTaken }), ...chosen];
  };
}

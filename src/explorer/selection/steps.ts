import type { Selection } from './selection.js';

/** Probability with which a place of the batch goes to a step, and after how many trials it is half as high. */
const SHARE = 0.35;
const HALF_LIFE = 48;

/**
 * A selection of which a part goes to steps instead: untried configs one step from the fastest trial (`../steps.ts`),
 * in random order, as coordinate descent tries them. While trials are few a model knows little of what lies far from
 * them, and a step from the best is a better guess.
 */
export function withSteps(greedy: Selection): Selection {
  return (proposals, n, context) => {
    const { space, steps, fastest, random, visited } = context;
    const share = SHARE * 2 ** (-visited.size / HALF_LIFE);
    const places = Array.from({ length: n }, () => random.float() < share).filter(Boolean).length;
    const untried = fastest ? steps.untried(fastest.index, visited) : [];
    random.shuffle(untried);
    const chosen = untried.slice(0, places);
    const taken = new Set([...visited, ...chosen]);
    const left = proposals.filter(({ config }) => !taken.has(config.index));
    const greedily = greedy(left, n - chosen.length, { ...context, visited: taken });
    return [...greedily, ...chosen.map((index) => space.get(index))];
  };
}

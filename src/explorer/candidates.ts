import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import type { Steps } from './steps.js';

/** Combinations of a space that is asked for its exact size, and configs of one that is looked at whole. */
const COUNTABLE = 2 ** 17;
const WHOLE = 2 ** 14;

/** Draws from a larger space, and trials around which it is looked at more closely. */
const DRAWS = 2 ** 12;
const CENTRES = 8;

/**
 * Indices of untried configs for a model that scores them one by one: all of a small space; of a larger one draws, and
 * what is one or two steps from the fastest trials.
 */
export function candidatesOf(
  space: Space,
  random: Random,
  steps: Steps,
  visited: ReadonlySet<number>,
  fastest: readonly number[],
): readonly number[] {
  if (isSmall(space)) return all(space, visited);
  const found = new Set<number>();
  for (const centre of fastest.slice(0, CENTRES)) {
    const near = steps.around(centre);
    const further = centre === fastest[0] ? near.flatMap((index) => steps.around(index)) : [];
    for (const index of [...near, ...further]) if (!visited.has(index) && space.isValid(index)) found.add(index);
  }
  for (let draw = 0; draw < DRAWS; draw++) {
    const config = space.sample(random);
    if (config && !visited.has(config.index)) found.add(config.index);
  }
  return [...found];
}

function isSmall(space: Space): boolean {
  return space.rawSize <= COUNTABLE && space.size <= WHOLE;
}

function all(space: Space, visited: ReadonlySet<number>): number[] {
  const indices: number[] = [];
  for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1)) {
    if (!visited.has(index)) indices.push(index);
  }
  return indices;
}

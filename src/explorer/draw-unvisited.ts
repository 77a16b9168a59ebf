import type { Config } from '../space/config.js';
import type { ExplorerContext } from './explorer.js';

/** Draws up to n configs that are not in `visited`, and puts them there. Fewer only when there are no more. */
export function drawUnvisited({ space, random }: ExplorerContext, visited: Set<number>, n: number): Config[] {
  const drawn: Config[] = [];
  while (drawn.length < n) {
    const config = space.sample(random, visited);
    if (!config) break;
    visited.add(config.index);
    drawn.push(config);
  }
  return drawn;
}

import type { Config } from '../space/config.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';

/** Uniform sampling without repetition: the baseline that every other explorer has to beat. */
export class RandomExplorer implements Explorer {
  readonly name = 'random';
  private readonly context: ExplorerContext;
  private readonly visited = new Set<number>();

  constructor(context: ExplorerContext) {
    this.context = context;
  }

  propose(n: number): Promise<readonly Config[]> {
    return Promise.resolve(drawUnvisited(this.context, this.visited, n));
  }

  observe(observations: readonly Observation[]): void {
    for (const { config } of observations) this.visited.add(config.index);
  }
}

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

import { z } from 'zod';
import type { Config } from '../space/config.js';
import type { Space } from '../space/space.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';
import { readState, visitedIn, writeState } from './state.js';

const savedState = (space: Space) => z.object({ visited: visitedIn(space) });

/** Uniform sampling without repetition: the baseline that every other explorer has to beat. */
export class RandomExplorer implements Explorer {
  readonly name = 'random';
  private context: ExplorerContext;
  private visited = new Set<number>();

  constructor(context: ExplorerContext) {
    this.context = context;
  }

  propose(n: number): Promise<readonly Config[]> {
    return Promise.resolve(drawUnvisited(this.context, this.visited, n));
  }

  observe(observations: readonly Observation[]): void {
    for (const { config } of observations) this.visited.add(config.index);
  }

  save(): string {
    return writeState(this.name, this.context, savedState(this.context.space), { visited: this.visited });
  }

  load(text: string): void {
    const { context, state } = readState(this.name, this.context, savedState(this.context.space), text);
    this.context = context;
    this.visited = state.visited;
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

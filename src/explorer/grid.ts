import { z } from 'zod';
import type { Config } from '../space/config.js';
import type { Space } from '../space/space.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';
import { readState, visitedIn, writeState } from './state.js';

const savedState = (space: Space) => z.object({ visited: visitedIn(space), next: z.int().nonnegative() });

/** Every config in the order of its index. */
export class GridExplorer implements Explorer {
  readonly name = 'grid';
  private context: ExplorerContext;
  private visited = new Set<number>();
  private next = 0;

  constructor(context: ExplorerContext) {
    this.context = context;
  }

  propose(n: number): Promise<readonly Config[]> {
    const { space } = this.context;
    const configs: Config[] = [];
    for (; configs.length < n && this.next < space.rawSize; this.next++) {
      if (!this.visited.has(this.next) && space.isValid(this.next)) configs.push(space.get(this.next));
    }
    return Promise.resolve(configs);
  }

  observe(observations: readonly Observation[]): void {
    for (const { config } of observations) this.visited.add(config.index);
  }

  save(): string {
    const { context, visited, next } = this;
    return writeState(this.name, context, savedState(context.space), { visited, next });
  }

  load(text: string): void {
    const { context, state } = readState(this.name, this.context, savedState(this.context.space), text);
    this.context = context;
    this.visited = state.visited;
    this.next = state.next;
  }
}

import type { Config } from '../space/config.js';
import { drawUnvisited } from './draw-unvisited.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';

/** An explorer that knows which configs were tried, and draws at random where it has nothing better. */
export abstract class VisitingExplorer implements Explorer {
  abstract readonly name: string;
  protected readonly visited = new Set<number>();

  constructor(protected readonly context: ExplorerContext) {}

  abstract propose(n: number): Promise<readonly Config[]>;

  observe(observations: readonly Observation[]): void {
    for (const { config } of observations) this.visited.add(config.index);
  }

  /** The chosen configs, then random ones up to n. */
  protected filled(chosen: readonly Config[], n: number): readonly Config[] {
    for (const { index } of chosen) this.visited.add(index);
    return [...chosen, ...drawUnvisited(this.context, this.visited, n - chosen.length)];
  }

  /** The next untried configs of a list, then random ones up to n. */
  protected nextOf(list: readonly Config[], n: number): readonly Config[] {
    return this.filled(list.filter(({ index }) => !this.visited.has(index)).slice(0, n), n);
  }
}

import type { Config } from '../../space/config.js';
import type { Explorer, ExplorerContext, Observation } from '../explorer.js';
import { drawUnvisited } from '../draw-unvisited.js';
import { defineExplorer } from '../declaration.js';

export const random = defineExplorer({
  name: 'random',
  summary: 'configs drawn at random',
  create: (context) => new RandomExplorer(context),
});

/** Uniform sampling without repetition: the baseline that every other explorer has to beat. */
class RandomExplorer implements Explorer {
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

import type { Config } from '../space/config.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';

/** Every config in the order of its index. */
export class GridExplorer implements Explorer {
  readonly name = 'grid';
  private readonly context: ExplorerContext;
  private readonly visited = new Set<number>();
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
}

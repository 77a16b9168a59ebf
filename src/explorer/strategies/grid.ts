import type { Config } from '../../space/config.js';
import { defineExplorer } from '../declaration.js';
import { VisitingExplorer } from '../visiting.js';

export const grid = defineExplorer({
  name: 'grid',
  summary: 'all configs, in the order of their indices',
  create: (context) => new GridExplorer(context),
});

/** Every config in the order of its index. */
class GridExplorer extends VisitingExplorer {
  readonly name = 'grid';
  /** Undefined behind the last config. */
  private next: number | undefined = 0;

  propose(n: number): Promise<readonly Config[]> {
    const { space } = this.context;
    const configs: Config[] = [];
    while (configs.length < n && this.next !== undefined) {
      // A list of configs knows its next one, however few of the combinations it has.
      const index = space.nextValid(this.next);
      if (index !== undefined && !this.visited.has(index)) configs.push(space.get(index));
      this.next = index === undefined ? undefined : index + 1;
    }
    return Promise.resolve(configs);
  }
}

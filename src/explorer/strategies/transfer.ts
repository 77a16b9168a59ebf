import type { Config } from '../../space/config.js';
import { shortList } from '../short-list.js';
import type { Explorer, ExplorerContext, Observation } from '../explorer.js';
import { drawUnvisited } from '../draw-unvisited.js';
import { defineExplorer } from '../declaration.js';

export const transfer = defineExplorer({
  name: 'transfer',
  summary: 'what did best on other tasks, a short list of it; no model',
  usesHistory: true,
  create: (context) => new TransferExplorer(context),
});

/**
 * What did best on other tasks, as configs of this one, in an order in which a few of them suffice (`shortList`);
 * without a model. When the list is exhausted, and where nothing is known, configs are drawn at random.
 */
class TransferExplorer implements Explorer {
  readonly name = 'transfer';
  private readonly context: ExplorerContext;
  private readonly visited = new Set<number>();
  private listed: readonly Config[] | undefined;

  constructor(context: ExplorerContext) {
    this.context = context;
  }

  propose(n: number): Promise<readonly Config[]> {
    const { space, prior } = this.context;
    this.listed ??= shortList(space, prior?.known ?? []).map(({ config }) => config);
    const next = this.listed.filter(({ index }) => !this.visited.has(index)).slice(0, n);
    for (const { index } of next) this.visited.add(index);
    return Promise.resolve([...next, ...drawUnvisited(this.context, this.visited, n - next.length)]);
  }

  observe(observations: readonly Observation[]): void {
    for (const { config } of observations) this.visited.add(config.index);
  }
}

import type { Config } from '../../space/config.js';
import { shortList } from '../short-list.js';
import { defineExplorer } from '../declaration.js';
import { VisitingExplorer } from '../visiting.js';

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
class TransferExplorer extends VisitingExplorer {
  readonly name = 'transfer';
  private listed: readonly Config[] | undefined;

  propose(n: number): Promise<readonly Config[]> {
    const { space, prior } = this.context;
    this.listed ??= shortList(space, prior?.known ?? []).map(({ config }) => config);
    return Promise.resolve(this.nextOf(this.listed, n));
  }
}

import type { Config } from '../../space/config.js';
import { defineExplorer } from '../declaration.js';
import { listForTarget } from '../target-list.js';
import { VisitingExplorer } from '../visiting.js';

export const shortList = defineExplorer({
  name: 'short-list',
  summary: 'at most 40 configs that suit the target, fastest predicted first; no search',
  isFinite: true,
  create: (context) => new ShortListExplorer(context),
});

/**
 * A short list for the target in the place of a search (Bolt, Xing et al., MLSys 2022): its end is the end of the
 * trials. Configs of which static analysis sees nothing are drawn at random.
 */
class ShortListExplorer extends VisitingExplorer {
  readonly name = 'short-list';
  private listed: readonly Config[] | undefined;

  propose(n: number): Promise<readonly Config[]> {
    this.listed ??= listForTarget(this.context);
    if (this.listed.length === 0) return Promise.resolve(this.filled([], n));
    const next = this.listed.filter(({ index }) => !this.visited.has(index)).slice(0, n);
    for (const { index } of next) this.visited.add(index);
    return Promise.resolve(next);
  }
}

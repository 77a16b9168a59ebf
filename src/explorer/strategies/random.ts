import type { Config } from '../../space/config.js';
import { defineExplorer } from '../declaration.js';
import { VisitingExplorer } from '../visiting.js';

export const random = defineExplorer({
  name: 'random',
  summary: 'configs drawn at random',
  create: (context) => new RandomExplorer(context),
});

/** Uniform sampling without repetition: the baseline that every other explorer has to beat. */
class RandomExplorer extends VisitingExplorer {
  readonly name = 'random';

  propose(n: number): Promise<readonly Config[]> {
    return Promise.resolve(this.filled([], n));
  }
}

import type { Config } from '../../space/config.js';
import { Annealing } from '../annealing.js';
import { Scorer } from '../scorer.js';
import { defineExplorer } from '../declaration.js';
import { VisitingExplorer } from '../visiting.js';

export const oneShot = defineExplorer({
  name: 'one-shot',
  summary: 'what a model of other tasks likes best, in its order',
  usesModel: true,
  usesHistory: true,
  create: (context) => new OneShotExplorer(context),
});

/** Configs that are listed, and configs that are looked at to find them. */
const LISTED = 128;
const EVALUATIONS = 2 ** 15;

/**
 * A model of other tasks alone, and what it likes best, in its order (One-Shot Tuner, Ryu et al., CC 2022, with trees
 * in place of its network): trials of the task itself teach it nothing. When the list is exhausted, and where nothing
 * is known, configs are drawn at random.
 */
class OneShotExplorer extends VisitingExplorer {
  readonly name = 'one-shot';
  private listed: readonly Config[] | undefined;

  async propose(n: number): Promise<readonly Config[]> {
    this.listed ??= await this.list();
    return this.nextOf(this.listed, n);
  }

  private async list(): Promise<readonly Config[]> {
    const { model, prior, space, random, featurizer } = this.context;
    const rows = prior?.rows ?? [];
    if (rows.length === 0) return [];
    await model.fit(rows);
    if (!model.fitted) return [];
    const scorer = new Scorer(model, featurizer);
    const score = (config: Config): number => scorer.estimate(config).mean;
    const objective = { space, random, visited: this.visited, fastest: [], score };
    const { best } = new Annealing().find(LISTED, EVALUATIONS, objective);
    return best.map(({ config }) => config);
  }
}

import type { Config } from '../../space/config.js';
import { BayesianChoice } from '../bayesian.js';
import { defineExplorer } from '../declaration.js';
import type { Observation } from '../explorer.js';
import { VisitingExplorer } from '../visiting.js';

export const gp = defineExplorer({
  name: 'gp',
  summary: 'expected improvement over a Gaussian process on what was measured',
  create: (context) => new GaussianProcessExplorer(context),
});

/** Trials that are spread over the space before the process is asked. */
const SPREAD = 8;

/** Bayesian optimisation (Jones, Schonlau and Welch, J. Global Optimization 1998) of each task for itself. */
class GaussianProcessExplorer extends VisitingExplorer {
  readonly name = 'gp';
  private readonly observed = new Map<number, Observation>();
  private readonly choice = new BayesianChoice(this.context);

  propose(n: number): Promise<readonly Config[]> {
    const { choice, observed, visited } = this;
    const chosen = observed.size < SPREAD ? choice.spread(n, visited) : choice.choose(n, observed, visited);
    return Promise.resolve(this.filled(chosen, n));
  }

  override observe(observations: readonly Observation[]): void {
    super.observe(observations);
    for (const observation of observations) this.observed.set(observation.config.index, observation);
  }
}

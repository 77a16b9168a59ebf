import type { Config } from '../../space/config.js';
import { Annealing } from '../annealing.js';
import { BayesianChoice } from '../bayesian.js';
import { defineExplorer } from '../declaration.js';
import { DraftVerify } from '../draft-verify.js';
import type { Explorer, ExplorerContext, Observation } from '../explorer.js';
import { GuidedExplorer } from '../guided.js';

export const portfolio = defineExplorer({
  name: 'portfolio',
  summary: 'a Gaussian process while trials are few, later beside sa',
  usesModel: true,
  create: (context) => new PortfolioExplorer(context),
});

/** Trials that are spread over the space, or follow advice, before the process is asked. */
const SPREAD = 8;
const ADVISED = 16;

/** Trials from which the trees have a part, and the part of each batch that the process keeps. */
const FEW = 32;
const SHARE = 1 / 2;

/**
 * Two members that learn from each other's trials. While trials are few, a Gaussian process chooses: it is smooth where
 * trees of a few rows are flat. It stays in the basins that it finds, so that from `FEW` trials on half of each batch
 * goes to trees with annealing, elites and random draws. Where other tasks or the author of the template advise, the
 * first trials are those of the trees, which know how to judge advice.
 */
class PortfolioExplorer implements Explorer {
  readonly name = 'portfolio';
  private readonly observed = new Map<number, Observation>();
  private readonly visited = new Set<number>();
  private readonly guided: Explorer;
  private readonly choice: BayesianChoice;

  constructor(private readonly context: ExplorerContext) {
    this.guided = new GuidedExplorer('sa', context, new Annealing());
    this.choice = new BayesianChoice(context);
  }

  async propose(n: number): Promise<readonly Config[]> {
    const chosen = this.byProcess(n);
    for (const { index } of chosen) this.visited.add(index);
    return [...chosen, ...(await this.byTrees(n - chosen.length))];
  }

  observe(observations: readonly Observation[]): void {
    for (const observation of observations) {
      this.visited.add(observation.config.index);
      this.observed.set(observation.config.index, observation);
    }
    this.guided.observe(observations);
  }

  private byProcess(n: number): readonly Config[] {
    const { choice, observed, visited } = this;
    const trials = observed.size;
    if (trials < (this.isAdvised ? ADVISED : SPREAD)) return this.isAdvised ? [] : this.first(n);
    return choice.choose(trials < FEW ? n : Math.round(SHARE * n), observed, visited);
  }

  /** Half of the first trials are what static analysis likes, where it can, and the others are spread. */
  private first(n: number): readonly Config[] {
    const { context, choice, visited } = this;
    const { draft, space, random } = context;
    const verify = draft && new DraftVerify(space, draft);
    const drafted = verify?.first(Math.ceil(n / 2), { space, random, visited, fastest: [] }) ?? [];
    const taken = new Set([...visited, ...drafted.map(({ index }) => index)]);
    return [...drafted, ...choice.spread(n - drafted.length, taken)];
  }

  private get isAdvised(): boolean {
    const { prior, siblings } = this.context;
    return siblings !== undefined || (prior !== undefined && prior.rows.length + prior.warmStarts.length > 0);
  }

  /** The trees do not know of what the process chose until it is observed, so that they may have to be asked again. */
  private async byTrees(n: number): Promise<readonly Config[]> {
    const found: Config[] = [];
    while (found.length < n) {
      const proposed = await this.guided.propose(n - found.length);
      if (proposed.length === 0) break;
      found.push(...proposed.filter(({ index }) => !this.visited.has(index)));
      for (const { index } of proposed) this.visited.add(index);
    }
    return found;
  }
}

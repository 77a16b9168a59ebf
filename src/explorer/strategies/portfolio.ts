import type { Config } from '../../space/config.js';
import { Annealing } from '../annealing.js';
import { BayesianChoice } from '../bayesian.js';
import { defineExplorer } from '../declaration.js';
import type { Explorer, ExplorerContext, Observation } from '../explorer.js';
import { GuidedExplorer } from '../guided.js';

export const portfolio = defineExplorer({
  name: 'portfolio',
  summary: 'sa and gp side by side',
  usesModel: true,
  create: (context) => new PortfolioExplorer(context),
});

const X = JSON.parse(process.env.TUNE_X ?? '{}');
const FIRST = 8;

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
    const places = this.observed.size < FIRST ? 0 : this.places(n);
    const { space } = this.context;
    const chosen = this.choice.choose(places, this.observed, this.visited).map((index) => space.get(index));
    for (const { index } of chosen) this.visited.add(index);
    return [...chosen, ...(await this.rest(n - chosen.length))];
  }

  private places(n: number): number {
    const t = this.observed.size;
    const share = t < (X.until ?? 16) ? (X.early ?? 1) : t < (X.mid ?? 64) ? (X.share ?? 0.5) : (X.late ?? 0.5);
    return Math.round(share * n);
  }

  private async rest(n: number): Promise<readonly Config[]> {
    const found: Config[] = [];
    while (found.length < n) {
      const proposed = await this.guided.propose(n - found.length);
      if (proposed.length === 0) break;
      found.push(...proposed.filter(({ index }) => !this.visited.has(index)));
      for (const { index } of proposed) this.visited.add(index);
    }
    return found;
  }

  observe(observations: readonly Observation[]): void {
    for (const observation of observations) {
      this.visited.add(observation.config.index);
      this.observed.set(observation.config.index, observation);
    }
    this.guided.observe(observations);
  }
}

import type { Config } from '../../space/config.js';
import type { Explorer, ExplorerContext, Observation } from '../explorer.js';
import { GuidedExplorer } from '../guided.js';
import { kendallTau } from '../kendall-tau.js';
import { Annealing } from '../annealing.js';
import { Scorer } from '../scorer.js';
import { defineExplorer } from '../declaration.js';

export const pingPong = defineExplorer({
  name: 'ping-pong',
  summary: 'what the model likes beside what it is least sure of; for a model of an ensemble',
  usesModel: true,
  create: (context) => new PingPongExplorer(context),
});

/** Shares of a batch that go to high scores: at first, and at least. */
const FIRST = 3 / 4;
const LEAST = 1 / 2;

/** Results that are enough to compare orders. */
const EVIDENCE = 3;

/**
 * Our reading of an abstract (ALT: Optimizing Tensor Compilation with Active Learning, 2020), which says that a
 * predictor of scores and one of uncertainty take turns: of each batch one part is what the acquisition scores highest,
 * the rest is what the model is least sure of, and the first part is the larger, the better the model put the last
 * batch in order (Kendall's tau). Both parts are found by annealing. It takes a model that knows a spread, an ensemble;
 * with another one the rest is found at random.
 */
class PingPongExplorer implements Explorer {
  readonly name = 'ping-pong';
  private readonly context: ExplorerContext;
  private readonly guided: Explorer;
  private asksSpread = false;
  private share = FIRST;

  constructor(context: ExplorerContext) {
    this.context = context;
    this.guided = new GuidedExplorer(
      this.name,
      {
        ...context,
        acquisition: (estimate, best) => (this.asksSpread ? estimate.spread : context.acquisition(estimate, best)),
      },
      new Annealing(),
    );
  }

  async propose(n: number): Promise<readonly Config[]> {
    const unsure = this.context.model.fitted ? Math.round((1 - this.share) * n) : 0;
    const scored = await this.guided.propose(n - unsure);
    return unsure === 0 ? scored : [...scored, ...(await this.mostUnsure(unsure))];
  }

  observe(observations: readonly Observation[]): void {
    this.judge(observations);
    this.guided.observe(observations);
  }

  private async mostUnsure(n: number): Promise<readonly Config[]> {
    this.asksSpread = true;
    try {
      return await this.guided.propose(n);
    } finally {
      this.asksSpread = false;
    }
  }

  /** Moves the share half of the way to the agreement of the model, which has not seen these results. */
  private judge(observations: readonly Observation[]): void {
    const { model, featurizer } = this.context;
    if (!model.fitted || observations.length < EVIDENCE) return;
    const scorer = new Scorer(model, featurizer);
    const scores = observations.map(({ config }) => scorer.estimate(config).mean);
    const tau = kendallTau(
      scores,
      observations.map(({ throughput }) => throughput),
    );
    this.share = Math.max(LEAST, (this.share + (1 + tau) / 2) / 2);
  }
}

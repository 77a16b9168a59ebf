import type { Config } from '../../space/config.js';
import type { Explorer, ExplorerContext, Observation } from '../explorer.js';
import { GuidedExplorer } from '../guided.js';
import { kendallTau } from '../kendall-tau.js';
import { Annealing } from '../annealing.js';
import { Scorer } from '../scorer.js';
import { defineExplorer } from '../declaration.js';

export const pingPong = defineExplorer({
  name: 'ping-pong',
  summary: 'what the model likes, or what it is least sure of, in turns; for a model of an ensemble',
  usesModel: true,
  create: (context) => new PingPongExplorer(context),
});

/** Shares of the batches that go to high scores: at first, and at least, which is every second one. */
const FIRST = 3 / 4;
const LEAST = 1 / 2;

/** Results that are enough to compare orders. */
const EVIDENCE = 3;

/**
 * Our reading of an abstract (ALT: Optimizing Tensor Compilation with Active Learning, 2020), which says that a
 * predictor of scores and one of uncertainty take turns: a batch is what the acquisition scores highest, or what the
 * model is least sure of. The switch is how well the model put the last batch in order (Kendall's tau): where it does
 * so, every batch goes to scores; where it does not, every second one goes to uncertainty. Both are found by annealing.
 * It takes a model that knows a spread, an ensemble; with another one those batches are found at random.
 */
class PingPongExplorer implements Explorer {
  readonly name = 'ping-pong';
  private readonly context: ExplorerContext;
  private readonly guided: Explorer;
  private asksSpread = false;
  private share = FIRST;
  /** Batches of uncertainty that are due. */
  private due = 0;

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
    this.takeTurn();
    try {
      return await this.guided.propose(n);
    } finally {
      this.asksSpread = false;
    }
  }

  observe(observations: readonly Observation[]): void {
    this.judge(observations);
    this.guided.observe(observations);
  }

  private takeTurn(): void {
    if (!this.context.model.fitted) return;
    this.due += 1 - this.share;
    this.asksSpread = this.due >= 1;
    if (this.asksSpread) this.due--;
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

import { standardDeviation } from 'simple-statistics';
import { estimate, weightOf } from '../measure/estimate.js';
import type { Row } from '../model/model.js';
import { thin } from '../model/thin.js';
import type { Config } from '../space/config.js';
import { Random } from '../space/random.js';
import type { Estimate } from './acquisition/acquisition.js';
import { mean } from './acquisition/mean.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';
import { JudgedHistory } from './judged-history.js';
import { fastest } from './fastest.js';
import { TopProposals, type Proposals, type Objective, type Maximiser } from './maximiser.js';
import { Opening } from './opening.js';
import { drawUnvisited } from './draw-unvisited.js';
import { Scorer } from './scorer.js';
import { SiblingRows } from './sibling-rows.js';
import { Steps } from './steps.js';

/** Configs that are looked at for every place of a batch, unless the context says it. */
const EVALUATIONS = 512;

/** Proposals for every place of a batch, among which a selection has a choice. */
const CHOICE = 8;

/** Combinations of a space that is asked for its exact size. */
const COUNTABLE = 2 ** 17;

/**
 * Search guided by a cost model (Chen et al., NeurIPS 2018, algorithm 1): before each batch the model is fitted on
 * everything observed, and on the history of other tasks; a maximiser looks for configs that the acquisition scores
 * high; a selection makes a batch of them. The batches are small, and the model is asked as soon as there is something
 * to learn.
 */
export class GuidedExplorer implements Explorer {
  private readonly visited = new Set<number>();
  private readonly observed = new Map<number, Observation>();
  private stale: boolean;
  private readonly history: JudgedHistory;
  private readonly siblings: SiblingRows;
  private readonly opening: Opening;
  private readonly steps: Steps;
  /** Whether the model comes with what it learned elsewhere, so that it is asked from the first trial on. */
  private readonly isPretrained: boolean;

  constructor(
    readonly name: string,
    private readonly context: ExplorerContext,
    private readonly maximiser: Maximiser,
  ) {
    // A generator of its own: what is drawn of the history does not depend on how far a search is.
    const rows = context.prior?.rows ?? [];
    this.history = new JudgedHistory(rows, new Random(rows.length), context.model, context.featurizer);
    this.stale = rows.length > 0 || context.siblings !== undefined;
    this.steps = new Steps(context.space);
    this.isPretrained = context.model.fitted;
    this.siblings = new SiblingRows(context.siblings, context.model, context.featurizer);
    this.opening = new Opening(context, this.visited, this.history, this.siblings);
  }

  async propose(n: number): Promise<readonly Config[]> {
    await this.refit();
    const batch = this.opening.isDue(this.observed.size) ? this.openingBatch(n) : this.choose(n);
    return [...batch, ...drawUnvisited(this.context, this.visited, n - batch.length)];
  }

  observe(observations: readonly Observation[]): void {
    for (const observation of observations) {
      this.visited.add(observation.config.index);
      this.observed.set(observation.config.index, observation);
    }
    this.stale ||= observations.length > 0;
  }

  /** What is suggested, what was best elsewhere, what a model of other tasks likes, and a few that check it. */
  private openingBatch(n: number): Config[] {
    const trials = this.observed.size;
    const shares = this.opening.shares(trials);
    const suggested = this.visit(this.opening.suggested());
    const warmStarts = this.opening.warmStarts(trials).slice(0, Math.ceil(shares.warmStarted * n));
    const warmStarted = [...suggested, ...this.visit(warmStarts.slice(0, n - suggested.length))];
    // Without a model, all that is left is spread over the space at once.
    const share = this.knowsEnough() ? Math.floor(shares.spread * n) : 0;
    const spread = this.visit(this.opening.drawSpread(Math.min(share, n - warmStarted.length)));
    return [...warmStarted, ...this.choose(n - warmStarted.length - spread.length), ...spread];
  }

  private visit(configs: Config[]): Config[] {
    for (const { index } of configs) this.visited.add(index);
    return configs;
  }

  private async refit(): Promise<void> {
    if (!this.stale) return;
    const { history, siblings, observed } = this;
    await history.judge(observed);
    await siblings.judge(observed);
    if (!this.opening.isAdvised && this.opening.isWarmingUp(observed.size)) return;
    await this.context.model.fit([...history.rows(observed.size), ...siblings.rows, ...this.ownRows()]);
    this.stale = false;
  }

  private ownRows(): Row[] {
    const { featurizer } = this.context;
    const best = fastest(this.observed).at(0)?.throughput;
    return thin([...this.observed.values()], certaintyOf).map(({ config, throughput }) => {
      const features = new Float32Array(featurizer.width);
      featurizer.write(config, features, 0);
      return { features, score: best === undefined ? 0 : throughput / best, group: '' };
    });
  }

  private choose(n: number): Config[] {
    const { space, random, selection, epsilon } = this.context;
    if (!this.knowsEnough()) return this.visit(this.opening.drawSpread(n));
    const { best, elites } = this.findProposals(n);
    const leader = fastest(this.observed).at(0)?.config;
    const { visited, steps } = this;
    return this.visit(selection(best, n, { space, random, visited, epsilon, elites, steps, fastest: leader }));
  }

  /** Whether the model is fitted on what is still believed. */
  private knowsEnough(): boolean {
    const { isAdvised } = this.opening;
    const isAskedAtOnce = isAdvised || this.isPretrained;
    return this.context.model.fitted && (isAskedAtOnce || !this.opening.isWarmingUp(this.observed.size));
  }

  /** A space that is no larger than the number of evaluations is looked at whole. */
  private findProposals(n: number): Proposals {
    const { space, evaluations: asked = EVALUATIONS } = this.context;
    const most = [asked, this.context.model.evaluations ?? Infinity, this.maximiser.evaluations ?? Infinity].reduce(
      (least, count) => Math.min(least, count),
    );
    const [k, evaluations, objective] = [CHOICE * n, most * n, this.objective()];
    const isSmall = space.rawSize <= COUNTABLE && space.size <= evaluations;
    return isSmall ? bestOfAll(k, objective) : this.maximiser.find(k, evaluations, objective);
  }

  private objective(): Objective {
    const { model, featurizer, acquisition, space, random } = this.context;
    const scorer = new Scorer(model, featurizer);
    const means = [...this.observed.values()].map(({ config }) => scorer.estimate(config).mean);
    const best = means.reduce((highest, other) => Math.max(highest, other), -Infinity);
    // Without a trial there is nothing to improve on.
    const value = means.length === 0 ? mean : (estimate: Estimate): number => acquisition(estimate, best);
    const unit = (means.length > 1 && standardDeviation(means)) || 1;
    return {
      space,
      random,
      visited: this.visited,
      fastest: fastest(this.observed).map(({ config }) => config),
      score: (config) => value(scorer.estimate(config)) / unit,
    };
  }
}

/** How much a trial teaches: the less, the wider the interval of its time is. */
function certaintyOf({ costs = [] }: Observation): number {
  return costs.length === 0 ? 1 : weightOf(estimate(costs));
}

function bestOfAll(k: number, objective: Objective): Proposals {
  const { space } = objective;
  const top = new TopProposals(k, objective);
  for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1)) {
    top.score(space.get(index));
  }
  return top.take();
}

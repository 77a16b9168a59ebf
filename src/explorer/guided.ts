import { standardDeviation } from 'simple-statistics';
import { estimate, weightOf } from '../measure/estimate.js';
import type { Row } from '../model/model.js';
import { thin } from '../model/thin.js';
import type { Config } from '../space/config.js';
import { Random } from '../space/random.js';
import { nothingKnown } from '../model/prior.js';
import type { Estimate } from './acquisition/acquisition.js';
import { mean } from './acquisition/mean.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';
import { JudgedHistory } from './judged-history.js';
import { fastest } from './fastest.js';
import { drawLatinHypercube } from './latin-hypercube.js';
import { TopProposals, type Proposals, type Objective, type Maximiser } from './maximiser.js';
import { drawUnvisited } from './random.js';
import { Scorer } from './scorer.js';
import { SiblingRows } from './sibling-rows.js';
import { Steps } from './steps.js';

/**
 * Trials of this task before its model is asked; until then, unless there is history, configs are spread over the
 * space.
 */
const WARM_UP = 8;

/** Configs that are looked at for every place of a batch. */
const EVALUATIONS = 512;

/** Proposals for every place of a batch, among which a selection has a choice. */
const CHOICE = 8;

/** Trials by which what was best elsewhere has had its turn. */
const OPENING = 16;

/**
 * Shares of a batch that go to what was best elsewhere, and, for comparison, to configs that are spread over the space:
 * before a history is judged, after it was found good, and without one, where siblings or the template advise.
 */
const UNJUDGED = { warmStarted: 1 / 4, spread: 1 / 2 };
const JUDGED = { warmStarted: 1 / 2, spread: 0 };
const ADVISED = { warmStarted: 1 / 2, spread: 1 / 4 };

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
  private readonly steps: Steps;
  private design: readonly Config[] | undefined;

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
    this.siblings = new SiblingRows(context.siblings, context.model, context.featurizer);
  }

  async propose(n: number): Promise<readonly Config[]> {
    await this.refit();
    const warmStarts = this.untriedWarmStarts();
    const batch = this.isOpening(warmStarts) ? this.openingBatch(warmStarts, n) : this.choose(n);
    return [...batch, ...drawUnvisited(this.context, this.visited, n - batch.length)];
  }

  observe(observations: readonly Observation[]): void {
    for (const observation of observations) {
      this.visited.add(observation.config.index);
      this.observed.set(observation.config.index, observation);
    }
    this.stale ||= observations.length > 0;
  }

  private isOpening(warmStarts: readonly Config[]): boolean {
    const isTold = warmStarts.length > 0 || this.isTold();
    return this.observed.size < WARM_UP ? isTold : this.observed.size < OPENING && warmStarts.length > 0;
  }

  /** What is left of what was best where it is believed; what nobody can judge is for the first trials. */
  private untriedWarmStarts(): readonly Config[] {
    const { prior = nothingKnown, siblings } = this.context;
    const isFirst = this.observed.size < WARM_UP;
    const believed = prior.warmStarts.filter(({ index }) => {
      const origins = prior.origins?.get(index);
      return origins ? origins.some((group) => this.history.believes(group)) : isFirst;
    });
    const theirs = isFirst && this.siblings.isHeard ? (siblings?.().warmStarts ?? []) : [];
    return [...believed, ...theirs].filter(({ index }) => !this.visited.has(index));
  }

  /** What was best elsewhere, what a model of other tasks likes, and a few to tell whether it is right. */
  private openingBatch(warmStarts: readonly Config[], n: number): Config[] {
    const shares = this.shares();
    const warmStarted = this.visit(warmStarts.slice(0, Math.ceil(shares.warmStarted * n)));
    // Without a model, all that is left is spread over the space at once.
    const share = this.knowsEnough() ? Math.floor(shares.spread * n) : 0;
    const spread = this.visit(this.drawSpread(share));
    return [...warmStarted, ...this.choose(n - warmStarted.length - spread.length), ...spread];
  }

  private shares(): typeof ADVISED {
    if (this.observed.size >= WARM_UP) return JUDGED;
    return this.hasHistory() ? UNJUDGED : ADVISED;
  }

  /** Configs that are spread over the space; with a history all of one design, of which it may interrupt the trials. */
  private drawSpread(n: number): Config[] {
    const { space, random } = this.context;
    if (!this.hasHistory()) return drawLatinHypercube(space, random, this.visited, n);
    this.design ??= drawLatinHypercube(space, random, this.visited, OPENING);
    const drawn = this.design.filter(({ index }) => !this.visited.has(index)).slice(0, n);
    const excluded = new Set([...this.visited, ...drawn.map(({ index }) => index)]);
    return [...drawn, ...drawLatinHypercube(space, random, excluded, n - drawn.length)];
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
    if (!this.isTold() && observed.size < WARM_UP) return;
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
    if (!this.knowsEnough()) return this.visit(this.drawSpread(n));
    const { best, elites } = this.findProposals(n);
    const leader = fastest(this.observed).at(0)?.config;
    const { visited, steps } = this;
    return this.visit(selection(best, n, { space, random, visited, epsilon, elites, steps, fastest: leader }));
  }

  /** Whether the model is fitted on what is still believed. */
  private knowsEnough(): boolean {
    return this.context.model.fitted && (this.isTold() || this.observed.size >= WARM_UP);
  }

  private hasHistory(): boolean {
    return (this.context.prior ?? nothingKnown).rows.length > 0;
  }

  /** Whether there is anything to learn from besides the trials of this task. */
  private isTold(): boolean {
    return this.history.isHeard || this.siblings.isHeard;
  }

  /** A space that is no larger than the number of evaluations is looked at whole. */
  private findProposals(n: number): Proposals {
    const { space } = this.context;
    const [k, evaluations, objective] = [CHOICE * n, EVALUATIONS * n, this.objective()];
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

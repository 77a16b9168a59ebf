import { standardDeviation } from 'simple-statistics';
import { z } from 'zod';
import type { Row } from '../model/model.js';
import type { Config } from '../space/config.js';
import { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { agreement } from './agreement.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';
import { FadingHistory } from './fading-history.js';
import { fastest } from './fastest.js';
import { drawLatin } from './latin.js';
import { Finds, type Landscape, type Maximiser } from './maximiser.js';
import { drawUnvisited } from './random.js';
import { Scorer } from './scorer.js';
import type { Candidate } from './selection/selection.js';
import { configsIn, observedIn, readState, visitedIn, writeState } from './state.js';

/** Trials of this task before its model is asked; until then, unless there is history, configs are spread over the space. */
const WARM_UP = 8;

/** Configs that are looked at for every place of a batch. */
const EFFORT = 512;

/** Candidates for every place of a batch, among which a selection has a choice. */
const CHOICE = 8;

/** Shares of the first batch that go to what was best elsewhere, and, for comparison, to configs that are spread over the space. */
const SEEDED = 1 / 2;
const SPREAD = 1 / 4;

/** Other tasks are heard as long as what they foretold of the first batch agrees with what it measured at least so much. */
const TRUSTED = 0.1;

/** Combinations of a space that is asked for its exact size. */
const COUNTABLE = 2 ** 17;

const savedState = (space: Space) =>
  z.object({
    visited: visitedIn(space),
    observed: observedIn(space),
    standing: configsIn(space),
    stale: z.boolean(),
    foretold: z.array(z.tuple([z.int(), z.number()])),
    trusting: z.boolean(),
    model: z.string(),
  });

/**
 * Search guided by a cost model (Chen et al., NeurIPS 2018, algorithm 1): before each batch the model is fitted on everything observed,
 * and on what other tasks tell; a maximiser looks for configs that the acquisition thinks worth trying; a selection makes a batch of them.
 * The batches are small, and the model is asked as soon as there is something to learn.
 */
export class GuidedExplorer implements Explorer {
  private visited = new Set<number>();
  private observed = new Map<number, Observation>();
  private stale: boolean;
  private readonly history: FadingHistory;
  /** What the model said of the first batch, by index, when it knew other tasks only. */
  private foretold = new Map<number, number>();
  private trusting = true;

  constructor(
    readonly name: string,
    private context: ExplorerContext,
    private readonly maximiser: Maximiser,
  ) {
    // A generator of its own: what is drawn of the history does not depend on how far a search is.
    const rows = context.prior?.rows ?? [];
    this.history = new FadingHistory(rows, new Random(rows.length));
    this.stale = !this.history.empty;
  }

  async propose(n: number): Promise<readonly Config[]> {
    await this.refit();
    const batch = this.knowsOthersOnly() ? this.openingBatch(n) : this.nextBatch(n);
    return [...batch, ...drawUnvisited(this.context, this.visited, n - batch.length)];
  }

  observe(observations: readonly Observation[]): void {
    for (const observation of observations) {
      this.visited.add(observation.config.index);
      this.observed.set(observation.config.index, observation);
    }
    this.stale ||= observations.length > 0;
  }

  save(): string {
    const { context, visited, observed, maximiser, stale, trusting } = this;
    const [model, foretold] = [context.model.save(), [...this.foretold]];
    const state = { visited, observed, standing: [...maximiser.standing], stale, foretold, trusting, model };
    return writeState(this.name, context, savedState(context.space), state);
  }

  load(text: string): void {
    const { context, state } = readState(this.name, this.context, savedState(this.context.space), text);
    context.model.load(state.model);
    this.context = context;
    this.visited = state.visited;
    this.observed = state.observed;
    this.maximiser.standing = state.standing;
    this.stale = state.stale;
    this.foretold = new Map(state.foretold);
    this.trusting = state.trusting;
  }

  private knowsOthersOnly(): boolean {
    return this.observed.size === 0 && this.context.prior !== undefined && this.context.model.fitted;
  }

  /** What was best elsewhere, what the model of other tasks likes, and a few to tell whether it is right. */
  private openingBatch(n: number): Config[] {
    const { space, random, prior, model, featurizer } = this.context;
    const seeds = this.visit(prior!.seeds.filter(({ index }) => !this.visited.has(index)).slice(0, SEEDED * n));
    const spread = this.visit(drawLatin(space, random, this.visited, Math.floor(SPREAD * n)));
    const batch = [...seeds, ...this.nextBatch(n - seeds.length - spread.length), ...spread];
    const scorer = new Scorer(model, featurizer);
    this.foretold = new Map(batch.map((config) => [config.index, scorer.estimate(config).mean]));
    return batch;
  }

  private nextBatch(n: number): Config[] {
    return this.visit(this.choose(n));
  }

  private visit(configs: Config[]): Config[] {
    for (const { index } of configs) this.visited.add(index);
    return configs;
  }

  private async refit(): Promise<void> {
    this.judgeHistory();
    const others = this.trusting && !this.history.empty ? this.history.rows(this.observed.size) : [];
    if (!this.stale || (others.length === 0 && this.observed.size < WARM_UP)) return;
    await this.context.model.fit([...others, ...this.ownRows()]);
    this.stale = false;
  }

  /** Once, when the first batch is measured: another machine may be of no use to this one, or worse. */
  private judgeHistory(): void {
    const measured = [...this.foretold.keys()].flatMap((index) => this.observed.get(index) ?? []);
    if (measured.length === 0) return;
    const scores = measured.map(({ config }) => this.foretold.get(config.index)!);
    const throughputs = measured.map(({ throughput }) => throughput);
    this.trusting = agreement(scores, throughputs) >= TRUSTED;
    this.foretold.clear();
  }

  private ownRows(): Row[] {
    const { featurizer } = this.context;
    const best = fastest(this.observed).at(0)?.throughput;
    return [...this.observed.values()].map(({ config, throughput }) => {
      const features = new Float32Array(featurizer.width);
      featurizer.write(config, features, 0);
      return { features, score: best === undefined ? 0 : throughput / best, group: '' };
    });
  }

  private choose(n: number): Config[] {
    const { model, space, random, selection, epsilon } = this.context;
    if (!model.fitted) return drawLatin(space, random, this.visited, n);
    return selection(this.candidates(n), n, { space, random, visited: this.visited, epsilon });
  }

  /** A space that is no larger than the effort is looked at whole. */
  private candidates(n: number): Candidate[] {
    const { space } = this.context;
    const [k, effort, landscape] = [CHOICE * n, EFFORT * n, this.landscape()];
    const isSmall = space.rawSize <= COUNTABLE && space.size <= effort;
    return isSmall ? bestOfAll(k, landscape) : this.maximiser.find(k, effort, landscape);
  }

  private landscape(): Landscape {
    const { model, featurizer, acquisition, space, random } = this.context;
    const scorer = new Scorer(model, featurizer);
    const means = [...this.observed.values()].map(({ config }) => scorer.estimate(config).mean);
    const best = means.reduce((highest, mean) => Math.max(highest, mean), -Infinity);
    const unit = (means.length > 1 && standardDeviation(means)) || 1;
    return {
      space,
      random,
      visited: this.visited,
      fastest: fastest(this.observed).map(({ config }) => config),
      worth: (config) => acquisition(scorer.estimate(config), best) / unit,
    };
  }
}

function bestOfAll(k: number, landscape: Landscape): Candidate[] {
  const { space } = landscape;
  const finds = new Finds(k, landscape);
  for (let index = space.nextValid(0); index !== undefined; index = space.nextValid(index + 1)) {
    finds.weigh(space.get(index));
  }
  return finds.take();
}

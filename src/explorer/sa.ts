import { standardDeviation } from 'simple-statistics';
import { z } from 'zod';
import type { Row } from '../model/model.js';
import type { Config } from '../space/config.js';
import type { Space } from '../space/space.js';
import { anneal } from './anneal.js';
import type { Explorer, ExplorerContext, Observation } from './explorer.js';
import { drawLatin } from './latin.js';
import { drawUnvisited } from './random.js';
import { Scorer } from './scorer.js';
import { configsIn, observedIn, readState, visitedIn, writeState } from './state.js';
import { Top } from './top.js';

/** Trials of this task before its model is asked; until then, unless there is history, configs are drawn at random. */
const WARM_UP = 12;

/** Steps of all chains together, for every config that is asked for. */
const STEPS_PER_CONFIG = 512;

/** Chains a batch: a third each goes on where it stood, starts at the best trials, starts anywhere. */
const CHAINS = 12;

/** Hottest temperature, in standard deviations of the model's scores. */
const HOTTEST = 0.5;

const savedState = (space: Space) =>
  z.object({
    visited: visitedIn(space),
    observed: observedIn(space),
    chains: configsIn(space),
    stale: z.boolean(),
    model: z.string(),
  });

/**
 * Simulated annealing over the cost model, as AutoTVM searches (Chen et al., NeurIPS 2018, section 3.2): the model is fitted
 * anew on everything observed before each batch, chains walk over configs with its score as energy, and the best that they meet is
 * proposed, with an epsilon share drawn at random. The batches here are small and start as soon as there is something to learn.
 */
export class SimulatedAnnealingExplorer implements Explorer {
  readonly name = 'sa';
  private context: ExplorerContext;
  private visited = new Set<number>();
  private observed = new Map<number, Observation>();
  private chains: Config[] = [];
  private stale: boolean;

  constructor(context: ExplorerContext) {
    this.context = context;
    this.stale = (context.history ?? []).length > 0;
  }

  async propose(n: number): Promise<readonly Config[]> {
    await this.refit();
    const { model, space, random } = this.context;
    const chosen = model.fitted ? this.plan(n - this.countRandom(n)) : drawLatin(space, random, this.visited, n);
    for (const config of chosen) this.visited.add(config.index);
    return [...chosen, ...drawUnvisited(this.context, this.visited, n - chosen.length)];
  }

  observe(observations: readonly Observation[]): void {
    for (const observation of observations) {
      this.visited.add(observation.config.index);
      this.observed.set(observation.config.index, observation);
    }
    this.stale ||= observations.length > 0;
  }

  save(): string {
    const { context, visited, observed, chains, stale } = this;
    const model = context.model.save();
    return writeState(this.name, context, savedState(context.space), { visited, observed, chains, stale, model });
  }

  load(text: string): void {
    const { context, state } = readState(this.name, this.context, savedState(this.context.space), text);
    context.model.load(state.model);
    this.context = context;
    this.visited = state.visited;
    this.observed = state.observed;
    this.chains = state.chains;
    this.stale = state.stale;
  }

  /** Every place of a batch is drawn at random with probability epsilon. */
  private countRandom(n: number): number {
    const { epsilon, random } = this.context;
    let count = 0;
    for (let i = 0; i < n; i++) count += +(random.float() < epsilon);
    return count;
  }

  private async refit(): Promise<void> {
    const history = this.context.history ?? [];
    if (!this.stale || (history.length === 0 && this.observed.size < WARM_UP)) return;
    await this.context.model.fit([...history, ...this.ownRows()]);
    this.stale = false;
  }

  private ownRows(): Row[] {
    const { featurizer } = this.context;
    const best = this.best(1)[0]?.throughput ?? 0;
    return [...this.observed.values()].map(({ config, throughput }) => {
      const features = new Float32Array(featurizer.width);
      featurizer.write(config, features, 0);
      return { features, score: best > 0 ? throughput / best : 0, group: '' };
    });
  }

  /** The k fastest trials, fastest first. */
  private best(k: number): Observation[] {
    return [...this.observed.values()].sort((a, b) => b.throughput - a.throughput).slice(0, k);
  }

  /** The configs of highest score that the chains meet and nobody has tried. */
  private plan(n: number): Config[] {
    const { model, featurizer, space, random } = this.context;
    const scorer = new Scorer(model, featurizer);
    const starts = this.starts();
    if (starts.length === 0) return [];
    const spread = this.spreadOfScores(scorer, starts);
    const top = new Top<Config>(n);
    const energy = (config: Config): number => {
      const score = scorer.score(config) / spread;
      // Trees give many configs the same score; which of these is taken must not depend on the order of the walk.
      if (!this.visited.has(config.index)) top.offer(config.index, config, score + 1e-6 * random.float());
      return -score;
    };
    const steps = Math.ceil((n * STEPS_PER_CONFIG) / starts.length);
    this.chains = starts.map((start) =>
      anneal({
        start,
        steps,
        hottest: HOTTEST,
        random,
        neighbour: (config) => space.neighbour(config, random),
        energy,
      }),
    );
    return top.take();
  }

  private starts(): Config[] {
    const { space, random } = this.context;
    const third = CHAINS / 3;
    const best = this.best(third).map(({ config }) => config);
    const continued = this.chains.slice(0, third);
    const fresh = Array.from({ length: CHAINS - best.length - continued.length }, () => space.sample(random));
    return [...continued, ...best, ...fresh.filter((config) => config !== undefined)];
  }

  private spreadOfScores(scorer: Scorer, starts: readonly Config[]): number {
    const configs = [...starts, ...[...this.observed.values()].map(({ config }) => config)];
    return standardDeviation(configs.map((config) => scorer.score(config))) || 1;
  }
}

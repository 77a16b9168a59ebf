import type { Draft } from '../model/draft/draft.js';
import type { Config } from '../space/config.js';
import type { Space } from '../space/space.js';
import { GeneticOperators } from './genetic-operators.js';
import { TopProposals, type Maximiser, type Objective, type Proposals } from './maximiser.js';

/** Configs of a generation of drafts, generations, and drafts that are kept for the model to verify. */
const POPULATION = 512;
const GENERATIONS = 3;
const DRAFTS = 192;

/** Batches that go by the same drafts. */
const REFRESHED = 2;

/** Of what the model verifies, the share that comes of the fastest trials, and the share that is drawn at random. */
const NEAR = 1 / 4;
const FRESH = 1 / 8;

/** Of drafts that a search begins with. */
const APART = 8;

/**
 * Pruner's search (Qiao et al., ASPLOS 2025): a static analyser drafts configs, which is cheap, and the model verifies
 * these and a few others. Half of the verified are neighbours and random ones at most, so that the search is not bound
 * by what the analyser cannot see.
 */
export class DraftVerify implements Maximiser {
  /** A tenth of what annealing scores. */
  readonly evaluations = 48;
  readonly #draft: Draft;
  readonly #operators: GeneticOperators;
  #drafts: readonly Config[] = [];
  #batches = 0;

  constructor(space: Space, draft: Draft) {
    this.#draft = draft;
    this.#operators = new GeneticOperators(space);
  }

  find(k: number, evaluations: number, objective: Objective): Proposals {
    const { space, random, visited, fastest } = objective;
    if (this.#batches++ % REFRESHED === 0) this.#drafts = this.drafts(DRAFTS, objective);
    const top = new TopProposals(k, objective);
    const seen = new Set<number>();
    const verify = (config: Config | undefined): void => {
      if (!config || seen.has(config.index)) return;
      seen.add(config.index);
      top.score(config);
    };
    const near = Math.floor(NEAR * evaluations);
    const leaders = fastest.slice(0, 8);
    for (let i = 0; i < near && leaders.length > 0; i++) verify(space.neighbour(leaders[i % leaders.length]!, random));
    for (let i = 0; i < FRESH * evaluations; i++) verify(space.sample(random));
    for (const config of this.#drafts) {
      if (seen.size >= evaluations) break;
      if (!visited.has(config.index)) verify(config);
    }
    return top.take();
  }

  /** Some that it likes, to begin with: as it finds many alike, those that are so far apart in its order. */
  first(count: number, objective: Omit<Objective, 'score'>): readonly Config[] {
    return this.drafts(count * APART, objective).filter((_, place) => place % APART === 0);
  }

  /** The configs that static analysis likes best among those of some generations, best first. */
  drafts(
    count: number,
    { space, random, visited, fastest }: Omit<Objective, 'score'>,
    population = POPULATION,
  ): readonly Config[] {
    const known = new Map<number, { readonly config: Config; readonly score: number }>();
    const consider = (config: Config | undefined): void => {
      if (config && !known.has(config.index)) known.set(config.index, { config, score: this.#draft(config) });
    };
    for (let i = 0; i < population; i++) consider(space.sample(random));
    fastest.slice(0, population / 8).forEach(consider);
    const best = (): readonly Config[] => {
      const ranked = [...known.values()].sort((a, b) => b.score - a.score);
      return ranked.slice(0, count).map(({ config }) => config);
    };
    for (let generation = 1; generation < GENERATIONS; generation++) {
      const parents = best();
      if (parents.length === 0) return [];
      for (let i = 0; i < population / 2; i++) consider(this.#operators.breed(parents, random));
    }
    return best().filter(({ index }) => !visited.has(index));
  }
}

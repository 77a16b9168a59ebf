import type { Config } from '../space/config.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import { Elites } from './elites.js';
import type { Proposal } from './proposal.js';
import { TopK } from './top-k-heap.js';

/** What a maximiser climbs on: the score of configs, as the model and the acquisition see it. */
export interface Objective {
  readonly space: Space;
  readonly random: Random;
  /** Configs that may be walked over, but not be found. */
  readonly visited: ReadonlySet<number>;
  /** The trials that worked, fastest first. */
  readonly fastest: readonly Config[];
  /** Higher is better. The unit is the standard deviation over the trials. */
  readonly score: (config: Config) => number;
}

/** What a batch is chosen from: the best, best first, and the best with each value of each knob. */
export interface Proposals {
  readonly best: readonly Proposal[];
  readonly elites: Elites;
}

/** Finds configs of high score without trying them; one is made for each search. */
export interface Maximiser {
  /** Configs that it scores for each trial, where these are fewer than others score. */
  readonly evaluations?: number;
  /** Up to k unvisited configs, and elites, scoring about `evaluations` configs. */
  find(k: number, evaluations: number, objective: Objective): Proposals;
}

/** The top k: the unvisited configs of highest score among those that it is given, and the elites of all of them. */
export class TopProposals {
  private readonly top: TopK<Proposal>;
  private readonly elites: Elites;

  constructor(
    k: number,
    private readonly objective: Objective,
  ) {
    this.top = new TopK(k);
    this.elites = new Elites(objective.space);
  }

  /** The score of a config, which is remembered if it may be found. */
  score(config: Config): number {
    const { score, visited, random } = this.objective;
    const value = score(config);
    // Trees give many configs the same score; which of these is taken must not depend on the order of the walk.
    if (!visited.has(config.index)) {
      const rank = value + 1e-6 * random.float();
      this.top.offer(config.index, { config, score: value }, rank);
      this.elites.offer({ config, score: rank });
    }
    return value;
  }

  take(): Proposals {
    return { best: this.top.take(), elites: this.elites };
  }
}

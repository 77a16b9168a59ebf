import type { Config } from '../space/config.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import type { Candidate } from './selection/selection.js';
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

/** Finds configs of high score without trying them; one is made for each search. */
export interface Maximiser {
  /** Up to k unvisited configs, best first, scoring about `evaluations` configs. */
  find(k: number, evaluations: number, objective: Objective): Candidate[];
}

/** The top k: the unvisited configs of highest score among those that it is given. */
export class TopCandidates {
  private readonly top: TopK<Candidate>;

  constructor(
    k: number,
    private readonly objective: Objective,
  ) {
    this.top = new TopK(k);
  }

  /** The score of a config, which is remembered if it may be found. */
  score(config: Config): number {
    const { score, visited, random } = this.objective;
    const value = score(config);
    // Trees give many configs the same score; which of these is taken must not depend on the order of the walk.
    if (!visited.has(config.index))
      this.top.offer(config.index, { config, score: value }, value + 1e-6 * random.float());
    return value;
  }

  /** Best first. */
  take(): Candidate[] {
    return this.top.take();
  }
}

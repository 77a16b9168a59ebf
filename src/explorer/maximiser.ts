import type { Config } from '../space/config.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import type { Candidate } from './selection/selection.js';
import { Top } from './top.js';

/** What a maximiser climbs on: the worth of configs, as the model and the acquisition see it. */
export interface Landscape {
  readonly space: Space;
  readonly random: Random;
  /** Configs that may be walked over, but not be found. */
  readonly visited: ReadonlySet<number>;
  /** The trials that worked, fastest first. */
  readonly fastest: readonly Config[];
  /** Higher is better. The unit is the standard deviation over the trials. */
  readonly worth: (config: Config) => number;
}

/** Finds configs of high worth without trying them; one is made for each search. */
export interface Maximiser {
  /** Up to k unvisited configs, best first, looking at about `effort` configs. */
  find(k: number, effort: number, landscape: Landscape): Candidate[];
}

/** The k unvisited configs of highest worth among those that are shown to it. */
export class Finds {
  private readonly top: Top<Candidate>;

  constructor(
    k: number,
    private readonly landscape: Landscape,
  ) {
    this.top = new Top(k);
  }

  /** The worth of a config, which is remembered if it may be found. */
  weigh(config: Config): number {
    const { worth, visited, random } = this.landscape;
    const score = worth(config);
    // Trees give many configs the same score; which of these is taken must not depend on the order of the walk.
    if (!visited.has(config.index)) this.top.offer(config.index, { config, score }, score + 1e-6 * random.float());
    return score;
  }

  /** Best first. */
  take(): Candidate[] {
    return this.top.take();
  }
}

import type { Config } from '../../space/config.js';
import type { Random } from '../../space/random.js';
import type { Space } from '../../space/space.js';

/** A config that may be tried, and its score; higher is better, in any unit. */
export interface Candidate {
  readonly config: Config;
  readonly score: number;
}

export interface SelectionContext {
  readonly space: Space;
  /** All chance of a selection comes from here. */
  readonly random: Random;
  /** Configs that are not to be chosen. */
  readonly visited: ReadonlySet<number>;
  /** Probability with which a place of the batch is drawn at random, by the selections that do so. */
  readonly epsilon: number;
}

/**
 * Chooses a batch of n configs from candidates, which are best first, all different, and none of them visited. Fewer
 * come back where there are fewer candidates. One file in `src/explorer/selection/` and one line in `registry.ts`.
 */
export type Selection = (candidates: readonly Candidate[], n: number, context: SelectionContext) => Config[];

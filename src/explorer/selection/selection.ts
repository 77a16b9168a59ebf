import type { Config } from '../../space/config.js';
import type { Random } from '../../space/random.js';
import type { Space } from '../../space/space.js';
import type { Proposal } from '../proposal.js';
import type { Elites } from '../elites.js';
import type { Steps } from '../steps.js';

/** @internal The contract suite makes its own. */
export interface SelectionContext {
  readonly space: Space;
  /** All chance of a selection comes from here. */
  readonly random: Random;
  /** Configs that are not to be chosen. */
  readonly visited: ReadonlySet<number>;
  /** Probability with which a place of the batch is drawn at random, by the selections that do so. */
  readonly epsilon: number;
  /** Of all configs that were scored and are not visited. */
  readonly elites: Elites;
  readonly steps: Steps;
  /** The fastest trial; undefined while none worked. */
  readonly fastest: Config | undefined;
}

/**
 * Chooses a batch of n configs from proposals, which are best first, all different, and none of them visited. Fewer
 * come back where there are fewer proposals. One file in `src/explorer/selection/` and one line in `registry.ts`.
 */
export type Selection = (proposals: readonly Proposal[], n: number, context: SelectionContext) => Config[];

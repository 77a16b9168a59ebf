import type { Featurizer } from '../features/featurizer.js';
import type { Draft } from '../model/draft/draft.js';
import type { CostModel } from '../model/model.js';
import type { Prior } from '../model/prior.js';
import type { Config } from '../space/config.js';
import type { Random } from '../space/random.js';
import type { Space } from '../space/space.js';
import type { Acquisition } from './acquisition/acquisition.js';
import type { Selection } from './selection/selection.js';

export type { Featurizer } from '../features/featurizer.js';

/** What an explorer learns of a trial: its config, and its throughput in FLOP/s, 0 for a failure. */
export interface Observation {
  readonly config: Config;
  readonly throughput: number;
  /** Seconds a call, one entry a repeat, where they are known; empty for a failure. */
  readonly costs?: readonly number[] | undefined;
}

export interface ExplorerContext {
  readonly space: Space;
  readonly random: Random;
  readonly model: CostModel;
  readonly featurizer: Featurizer;
  /** Share of each batch that is drawn at random, by the explorers that do so. */
  readonly epsilon: number;
  /** Configs that the model scores for each trial, at most; absent where the explorer decides. */
  readonly evaluations?: number;
  /** Trials that the search may have in all; absent where that is open. */
  readonly trials?: number;
  /**
   * The score of the model's estimate of a config, and how a batch is made of the best; for the explorers that ask the
   * model.
   */
  readonly acquisition: Acquisition;
  readonly selection: Selection;
  /** How fast static analysis takes a config for; absent where configs have no loop nests. */
  readonly draft?: Draft | undefined;
  /** The template's short list for its target, best first. */
  readonly listed?: () => readonly Config[];
  /** What is known from other tasks. */
  readonly prior?: Prior;
  /** What is known by now from the tasks that are tuned beside this one; absent where it is tuned alone. */
  readonly siblings?: () => Prior;
}

/**
 * Chooses what to try next. One file in `src/explorer/strategies/`, named as `--explorer` names it. An explorer never
 * proposes a config twice, nor one that it was shown, never one that a constraint forbids, and proposes all of a small
 * space; one that is declared finite, all of a list.
 */
export interface Explorer {
  readonly name: string;
  /** Up to n configs that were never proposed nor observed; fewer only when the space, or the list, is exhausted. */
  propose(n: number): Promise<readonly Config[]>;
  /** Results of proposed configs, or of earlier runs (resume). */
  observe(observations: readonly Observation[]): void;
}

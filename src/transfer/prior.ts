import type { Row } from '../model/model.js';
import type { Config } from '../space/config.js';

/** What other tasks tell a search. */
export interface Prior {
  /** Rows to learn from, with the same features as the search's own and a group for each task. */
  readonly rows: readonly Row[];
  /** Configs that were best elsewhere, best first. */
  readonly warmStarts: readonly Config[];
}

export const nothingKnown: Prior = { rows: [], warmStarts: [] };

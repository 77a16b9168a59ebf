import type { Featurizer } from '../features/featurizer.js';
import type { CostModel, Row } from '../model/model.js';
import { groupRows } from '../model/rows.js';
import type { Prior } from '../model/prior.js';
import type { Observation } from './explorer.js';
import { trustInRows } from './trust-in-rows.js';

/** Rows of all siblings beside the first own trials, and own trials after which there are half as many. */
const ROWS = 768;
const HALF_LIFE = 32;

/** Own trials by which siblings are judged first: those of the first batch (`tuner/batches.ts`). */
const EVIDENCE = 4;

/**
 * Rows of the tasks that are tuned beside this one, fading as history does (`judged-history.ts`), and judged anew
 * before each fit, since siblings learn, too. Few trials of each are known at first, so that all are one source: it is
 * judged as those of a history are (`trust.ts`), and the fit goes without it where it is not believed.
 */
export class SiblingRows {
  #rows: readonly Row[] = [];

  /** `siblings`: what is known of them now; undefined for a task that is tuned alone. */
  constructor(
    private readonly siblings: (() => Prior) | undefined,
    private readonly model: CostModel,
    private readonly featurizer: Featurizer,
  ) {}

  /** Those to learn from beside the own trials, as they were judged last. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Whether there is anything to learn from them. */
  get isHeard(): boolean {
    return this.#rows.length > 0;
  }

  /** Asks the siblings, and holds what they say against the own trials. It fits the model of the search for that. */
  async judge(observed: ReadonlyMap<number, Observation>): Promise<void> {
    const rows = latest(this.siblings?.().rows ?? [], observed.size);
    this.#rows = rows.length > 0 && (await this.#areTrusted(rows, [...observed.values()])) ? rows : [];
  }

  async #areTrusted(rows: readonly Row[], own: readonly Observation[]): Promise<boolean> {
    return own.length < EVIDENCE || (await trustInRows(rows, own, this.model, this.featurizer)) > 0;
  }
}

/** The latest rows of each sibling, about the same number of all: they are near what its search found good. */
function latest(rows: readonly Row[], own: number): readonly Row[] {
  const groups = groupRows(rows);
  const most = Math.floor(ROWS * 2 ** (-own / HALF_LIFE));
  const each = Math.ceil(most / Math.max(1, groups.length));
  return most < groups.length ? [] : groups.flatMap((group) => group.slice(-each));
}

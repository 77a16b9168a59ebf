import type { Featurizer } from '../features/featurizer.js';
import type { CostModel, Row } from '../model/model.js';
import { groupRows } from '../model/rows.js';
import type { Prior } from '../transfer/prior.js';
import type { Observation } from './explorer.js';
import { kendallTau } from './kendall-tau.js';
import { Scorer } from './scorer.js';

/** Rows of all siblings beside the first own trials, and own trials after which there are half as many. */
const ROWS = 768;
const HALF_LIFE = 32;

/** Own trials on which siblings are judged, and how far what they say has to agree with these. */
const EVIDENCE = 8;
const TRUSTED = 0.1;

/**
 * What the tasks that are tuned beside this one tell, fading as history does (`judged-history.ts`), and judged anew
 * before each fit, since siblings learn, too: a model of theirs alone, which has not seen the own trials, has to put
 * these in about the right order. Otherwise the fit goes without them.
 */
export class SiblingRows {
  #rows: readonly Row[] = [];

  /** `siblings`: what they tell now; undefined of a task that is tuned alone. */
  constructor(
    private readonly siblings: (() => Prior) | undefined,
    private readonly model: CostModel,
    private readonly featurizer: Featurizer,
  ) {}

  /** Those to learn from beside the own trials, as they were judged last. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Asks the siblings, and holds what they say against the own trials. It fits the model of the search for that. */
  async judge(observed: ReadonlyMap<number, Observation>): Promise<void> {
    const rows = latest(this.siblings?.().rows ?? [], observed.size);
    const isTrusted = rows.length > 0 && (observed.size < EVIDENCE || (await this.#agree(rows, observed)));
    this.#rows = isTrusted ? rows : [];
  }

  async #agree(rows: readonly Row[], observed: ReadonlyMap<number, Observation>): Promise<boolean> {
    await this.model.fit(rows);
    if (!this.model.fitted) return false;
    const scorer = new Scorer(this.model, this.featurizer);
    const own = [...observed.values()];
    const scores = own.map(({ config }) => scorer.estimate(config).mean);
    const throughputs = own.map(({ throughput }) => throughput);
    return kendallTau(scores, throughputs) >= TRUSTED;
  }
}

/** The latest rows of each sibling, about the same number of all: they are near what its search found good. */
function latest(rows: readonly Row[], own: number): readonly Row[] {
  const groups = groupRows(rows);
  const most = Math.floor(ROWS * 2 ** (-own / HALF_LIFE));
  const each = Math.ceil(most / Math.max(1, groups.length));
  return most < groups.length ? [] : groups.flatMap((group) => group.slice(-each));
}

import type { CostModel, Row } from '../model/model.js';
import { groupRows } from '../model/rows.js';
import type { Featurizer } from '../features/featurizer.js';
import type { Prior } from '../transfer/prior.js';
import { kendallTau } from './kendall-tau.js';
import type { Observation } from './explorer.js';
import { Scorer } from './scorer.js';

/** Rows of all siblings beside the first own trials, and own trials after which there are half as many. */
const ROWS = 768;
const HALF_LIFE = 32;

/** Own trials on which siblings are judged, and how far what they say has to agree with these. */
const EVIDENCE = 8;
const TRUSTED = 0.1;

export class SiblingRows {
  #rows: readonly Row[] = [];

  constructor(
    private readonly siblings: (() => Prior) | undefined,
    private readonly model: CostModel,
    private readonly featurizer: Featurizer,
  ) {}

  get rows(): readonly Row[] {
    return this.#rows;
  }

  async judge(observed: ReadonlyMap<number, Observation>): Promise<void> {
    this.#rows = [];
    if (!this.siblings) return;
    const rows = bounded(this.siblings().rows, observed.size);
    if (rows.length === 0) return;
    if (observed.size < EVIDENCE) {
      this.#rows = rows;
      return;
    }
    await this.model.fit(rows);
    if (!this.model.fitted) return;
    const scorer = new Scorer(this.model, this.featurizer);
    const own = [...observed.values()];
    const tau = kendallTau(
      own.map(({ config }) => scorer.estimate(config).mean),
      own.map(({ throughput }) => throughput),
    );
    if (tau >= TRUSTED) this.#rows = rows;
  }
}

function bounded(rows: readonly Row[], own: number): readonly Row[] {
  const groups = groupRows(rows);
  const most = Math.floor(ROWS * 2 ** (-own / HALF_LIFE));
  const each = Math.ceil(most / Math.max(1, groups.length));
  return most < groups.length ? [] : groups.flatMap((group) => group.slice(-each));
}

import { groupRows } from '../model/rows.js';
import type { Row } from '../model/model.js';
import type { Random } from '../space/random.js';

/** Rows of other tasks in the first fit. More cost time and tell no more. */
const ROWS = 768;

/** Own trials after which half as many rows of other tasks are learned from. */
const HALF_LIFE = 32;

/** Of every so many rows of a task one is its best yet, the others are random: what is good elsewhere matters most. */
const BEST = 4;

/**
 * What other tasks tell, fading as a search gets trials of its own: the fewer rows of theirs in a fit, the less pairs of theirs are
 * compared. AutoTVM lets a base model fade over 64 trials in the same way (xgboost_cost_model.py, `discount`).
 */
export class FadingHistory {
  private readonly groups: readonly (readonly Row[])[];

  constructor(rows: readonly Row[], random: Random) {
    this.groups = groupRows(rows).map((group) => bestAndRandom(group, random));
  }

  get empty(): boolean {
    return this.groups.length === 0;
  }

  /** The rows to learn from beside `own` trials, about the same number of every task. */
  rows(own: number): Row[] {
    const rows = Math.floor(ROWS * 2 ** (-own / HALF_LIFE));
    const each = Math.ceil(rows / this.groups.length);
    return rows < this.groups.length ? [] : this.groups.flatMap((group) => group.slice(0, each));
  }
}

function bestAndRandom(group: readonly Row[], random: Random): Row[] {
  const byScore = group.toSorted((a, b) => b.score - a.score);
  const shuffled = [...group];
  random.shuffle(shuffled);
  const best = byScore.values();
  const order = new Set(shuffled.flatMap((row, i) => (i % (BEST - 1) === 0 ? [best.next().value!, row] : [row])));
  return [...order];
}

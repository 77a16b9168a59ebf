import type { Featurizer } from '../features/featurizer.js';
import type { CostModel, Row } from '../model/model.js';
import { groupRows } from '../model/rows.js';
import type { Random } from '../space/random.js';
import type { Observation } from './explorer.js';
import { trustIn } from './trust.js';
import { trustInRows } from './trust-in-rows.js';

/** Rows of other tasks in the first fit, so that a long history does not make it a long one. */
const ROWS = 768;

/** Rows by which one source is judged, at least. */
const LEAST_ROWS = 48;

/**
 * Own trials after which half as many rows of other tasks are learned from: with 16, a history from whose basin this
 * task is better off far away held searches there.
 */
const HALF_LIFE = 8;

/** Of every so many rows of a task one is its best yet, the others are random: what is good elsewhere matters most. */
const BEST = 4;

/** Own trials by which sources are judged first; again with half as many more each time; and no more from here on. */
const EVIDENCE = 8;
const GROWTH = 1.5;
const ENOUGH = 32;

/** A group of rows, and how far it is believed, from 0 to 1. */
interface Witness {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly trust: number;
}

/**
 * Rows of other tasks, each source judged for itself and fading as a search gets trials of its own: the fewer rows of
 * theirs in a fit, the fewer pairs of theirs are compared. AutoTVM lets a base model fade over 64 trials in the same
 * way (xgboost_cost_model.py, `discount`). Another machine may be of no use to this one, or worse: a source has as many
 * rows in a fit as it is believed (`trust.ts`), and one that is not believed is never heard again.
 */
export class JudgedHistory {
  #witnesses: readonly Witness[];
  #judgedBy = 0;

  /** `rows`: with a group for each source. `model`: that of the search, which is fitted to judge. */
  constructor(
    rows: readonly Row[],
    random: Random,
    private readonly model: CostModel,
    private readonly featurizer: Featurizer,
  ) {
    this.#witnesses = groupRows(rows).map((group) => ({
      name: group[0]!.group,
      rows: bestAndRandom(group, random),
      trust: trustIn([], []),
    }));
  }

  /** Whether any source is believed. */
  get isHeard(): boolean {
    return this.#witnesses.length > 0;
  }

  /** Whether the source of these rows is believed. */
  believes(group: string): boolean {
    return this.#witnesses.some(({ name }) => name === group);
  }

  /** The rows to learn from beside `own` trials: of sources that are believed alike, about the same number. */
  rows(own: number): Row[] {
    const most = Math.floor(ROWS * 2 ** (-own / HALF_LIFE));
    const sources = this.#witnesses.length;
    if (most < sources) return [];
    return this.#witnesses.flatMap(({ rows, trust }) => rows.slice(0, Math.ceil((most * trust) / sources)));
  }

  /** Holds a model of each source alone against the own trials, when there are enough more than the last time. */
  async judge(observed: ReadonlyMap<number, Observation>): Promise<void> {
    const isDue = observed.size >= Math.max(EVIDENCE, GROWTH * this.#judgedBy) && this.#judgedBy < ENOUGH;
    if (!isDue) return;
    this.#judgedBy = observed.size;
    const own = [...observed.values()];
    const rows = Math.max(LEAST_ROWS, Math.ceil(ROWS / Math.max(1, this.#witnesses.length)));
    const judged: Witness[] = [];
    // One after the other: there is one model.
    for (const witness of this.#witnesses) {
      const trust = await trustInRows(witness.rows.slice(0, rows), own, this.model, this.featurizer);
      if (trust > 0) judged.push({ ...witness, trust });
    }
    this.#witnesses = judged;
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

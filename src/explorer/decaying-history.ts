import type { Row } from '../model/model.js';
import { groupRows } from '../model/rows.js';
import type { Random } from '../space/random.js';
import { kendallTau } from './kendall-tau.js';
import type { Observation } from './explorer.js';

/** Rows of other tasks in the first fit, so that a long history does not make it a long one. */
const ROWS = 768;

/** Own trials after which half as many rows of other tasks are learned from. */
const HALF_LIFE = 32;

/** Of every so many rows of a task one is its best yet, the others are random: what is good elsewhere matters most. */
const BEST = 4;

/** Trials on which the history is judged, and how far what it predicted of them has to agree with what they took. */
const EVIDENCE = 8;
const TRUSTED = 0.1;

/**
 * `unasked`: no model was fitted on it yet; `asked`: one was, and is held against the first trials; then it is `heard`,
 * or `dropped`.
 */
type Standing = 'unasked' | 'asked' | 'heard' | 'dropped';

/**
 * What other tasks tell, fading as a search gets trials of its own: the fewer rows of theirs in a fit, the fewer pairs
 * of theirs are compared. AutoTVM lets a base model fade over 64 trials in the same way (xgboost_cost_model.py,
 * `discount`). Another machine may be of no use to this one, or worse, so that the history is dropped when the first
 * trials contradict it.
 */
export class DecayingHistory {
  private readonly groups: readonly (readonly Row[])[];
  private readonly predicted = new Map<number, number>();
  status: Standing;

  constructor(rows: readonly Row[], random: Random) {
    this.groups = groupRows(rows).map((group) => bestAndRandom(group, random));
    this.status = rows.length > 0 ? 'unasked' : 'dropped';
  }

  /** The rows to learn from beside `own` trials, about the same number of every task. */
  rows(own: number): Row[] {
    if (this.status === 'dropped') return [];
    const rows = Math.floor(ROWS * 2 ** (-own / HALF_LIFE));
    const each = Math.ceil(rows / this.groups.length);
    return rows < this.groups.length ? [] : this.groups.flatMap((group) => group.slice(0, each));
  }

  /** Notes what a model of the history alone says of a config that is tried. */
  notePrediction(index: number, score: number): void {
    this.predicted.set(index, score);
  }

  /** Decides, as soon as there is evidence, whether the history is heard. */
  assess(observed: ReadonlyMap<number, Observation>): void {
    const measured = [...this.predicted.keys()].filter((index) => observed.has(index));
    if (this.status !== 'asked' || measured.length < EVIDENCE) return;
    const scores = measured.map((index) => this.predicted.get(index)!);
    const throughputs = measured.map((index) => observed.get(index)!.throughput);
    this.status = kendallTau(scores, throughputs) >= TRUSTED ? 'heard' : 'dropped';
    this.predicted.clear();
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

import { nothingKnown } from '../model/prior.js';
import type { Config } from '../space/config.js';
import type { ExplorerContext } from './explorer.js';
import type { JudgedHistory } from './judged-history.js';
import { drawLatinHypercube } from './latin-hypercube.js';
import type { SiblingRows } from './sibling-rows.js';

/**
 * Trials of a task before its model is asked; until then, unless there is history, configs are spread over the space.
 */
const WARM_UP = 8;

/** Trials by which what was best elsewhere has had its turn. */
const OPENING = 16;

/** Shares of a batch that go to what was best elsewhere, and, for comparison, to configs spread over the space. */
interface Shares {
  readonly warmStarted: number;
  readonly spread: number;
}

/** Before a history is judged. */
const UNJUDGED: Shares = { warmStarted: 1 / 4, spread: 1 / 2 };
/** After it was found good. */
const JUDGED: Shares = { warmStarted: 1 / 2, spread: 0 };
/** Without one, where siblings or the template advise. */
const ADVISED: Shares = { warmStarted: 1 / 2, spread: 1 / 4 };

/**
 * The first trials of a guided search: what was best elsewhere, as far as it is believed, and configs that are spread
 * over the space, which show whether it is right.
 */
export class Opening {
  #design: readonly Config[] | undefined;

  /** `visited` and `history` are those of the search, which changes them as it goes. */
  constructor(
    private readonly context: ExplorerContext,
    private readonly visited: ReadonlySet<number>,
    private readonly history: JudgedHistory,
    private readonly siblings: SiblingRows,
  ) {}

  /** Whether the trials so far are too few for a model of them alone. */
  isWarmingUp(trials: number): boolean {
    return trials < WARM_UP;
  }

  /** Whether there is anything to learn from besides the trials of this task. */
  get isAdvised(): boolean {
    return this.history.isHeard || this.siblings.isHeard;
  }

  /** Whether the next batch is one of the opening. */
  isDue(trials: number): boolean {
    if (this.isWarmingUp(trials) && this.isAdvised) return true;
    return trials < OPENING && this.warmStarts(trials).length > 0;
  }

  /** What the author suggests first. A network takes it without a trial, and so it is the first one. */
  suggested(): Config[] {
    const { suggested } = this.context.prior ?? nothingKnown;
    return suggested && !this.visited.has(suggested.index) ? [suggested] : [];
  }

  /** What is left of what was best where it is believed; what nobody can judge is for the first trials. */
  warmStarts(trials: number): readonly Config[] {
    const { prior = nothingKnown, siblings } = this.context;
    const isFirst = this.isWarmingUp(trials);
    const believed = prior.warmStarts.filter(({ index }) => {
      const origins = prior.origins?.get(index);
      return origins ? origins.some((group) => this.history.believes(group)) : isFirst;
    });
    const theirs = isFirst && this.siblings.isHeard ? (siblings?.().warmStarts ?? []) : [];
    return [...believed, ...theirs].filter(({ index }) => !this.visited.has(index));
  }

  shares(trials: number): Shares {
    if (!this.isWarmingUp(trials)) return JUDGED;
    return this.#hasHistory ? UNJUDGED : ADVISED;
  }

  /** Configs that are spread over the space; with a history all of one design, of which it may interrupt the trials. */
  drawSpread(n: number): Config[] {
    const { space, random } = this.context;
    if (!this.#hasHistory) return drawLatinHypercube(space, random, this.visited, n);
    this.#design ??= drawLatinHypercube(space, random, this.visited, OPENING);
    const drawn = this.#design.filter(({ index }) => !this.visited.has(index)).slice(0, n);
    const excluded = new Set([...this.visited, ...drawn.map(({ index }) => index)]);
    return [...drawn, ...drawLatinHypercube(space, random, excluded, n - drawn.length)];
  }

  get #hasHistory(): boolean {
    return (this.context.prior ?? nothingKnown).rows.length > 0;
  }
}

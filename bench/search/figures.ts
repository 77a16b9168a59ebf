import { geometricMean, mean, median, standardDeviation } from 'simple-statistics';
import { Random } from '../../src/space/random.js';
import { courseByTrials, courseOverTime, performance, type Course } from '../methodology.js';
import { shareAt } from './climb.js';
import { isScored, type Arena } from './data.js';
import type { Row } from './rows.js';
import { MARKS, type Finished } from './searches.js';
import type { ForeignSearch } from './trajectories.js';

/** Of the seeds, to learn how far the rule's score would move with others. */
const RESAMPLES = 200;
/** The mark of the rule, at which searches differ most. */
const RULE_MARK = 32;

/**
 * Fractions of the optimum at each of the marks: medians over seeds, and of these the geometric mean over tasks and the
 * worst.
 */
export interface Fractions {
  readonly mean: readonly number[];
  readonly worst: readonly number[];
}

/** What the rule does not apply to. */
const noScore = { score: undefined, error: undefined };

/** What is reported of a row on one Kernel Tuner space. */
export interface SpaceFigures {
  readonly arena: string;
  /**
   * By trials and over time; undefined where random search leaves nothing to gain, or the file does not say what a
   * trial costs.
   */
  readonly byTrials: number | undefined;
  readonly overTime: number | undefined;
  /** Medians over seeds of the fractions of the optimum, at each of the marks. */
  readonly fractions: readonly number[];
}

/** A line of the scoreboard, counted out. */
export interface RowFigures {
  readonly part: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly fractions: Fractions | undefined;
  readonly spaces: readonly SpaceFigures[];
  /** Means over all Kernel Tuner spaces; undefined when one is missing. */
  readonly byTrials: number | undefined;
  readonly overTime: number | undefined;
  /**
   * What the rule goes by, and its standard error over seeds; undefined with knowledge, and unless all tasks and spaces
   * are there.
   */
  readonly score: number | undefined;
  readonly error: number | undefined;
  /**
   * Wall-clock milliseconds of the search, a trial: on the AutoTVM tasks, and on the Kernel Tuner spaces, where
   * searches are longer.
   */
  readonly milliseconds: { readonly tasks: number | undefined; readonly spaces: number | undefined };
}

/** The searches of a row, one a seed, on the arenas that it could be run on. */
export type Results = ReadonlyMap<Arena, readonly Finished[]>;

/** Counts rows out; courses and ranks are computed once. */
export class Counter {
  readonly #courses = new Map<Arena, { readonly byTrials: Course; readonly overTime: Course | undefined }>();

  constructor(
    private readonly arenas: readonly Arena[],
    cutoff: number,
  ) {
    for (const arena of arenas.filter(isScored)) this.#courses.set(arena, coursesOf(arena, cutoff));
  }

  count(row: Row, isDefault: boolean, results: Results): RowFigures {
    const tasks = [...results].filter(([arena]) => !isScored(arena));
    const spaces = [...results].filter(([arena]) => isScored(arena)).map(([arena, found]) => this.#space(arena, found));
    const timeOf = (scored: boolean): number | undefined =>
      millisecondsOf([...results].filter(([arena]) => isScored(arena) === scored).flatMap(([, found]) => found));
    const { part, name, knowledge } = row;
    return {
      part,
      name,
      isDefault,
      fractions: tasks.length === 0 ? undefined : fractionsOf(tasks),
      spaces,
      byTrials: this.#meanOf(spaces.map(({ byTrials }) => byTrials)),
      overTime: this.#meanOf(spaces.map(({ overTime }) => overTime)),
      ...(knowledge.kind === 'none' ? this.#score(results) : noScore),
      milliseconds: { tasks: timeOf(false), spaces: timeOf(true) },
    };
  }

  #space(arena: Arena, found: readonly Finished[]): SpaceFigures {
    const { byTrials, overTime } = this.#courses.get(arena)!;
    const score = (course: Course): number | undefined =>
      performance(
        course,
        arena.landscape,
        found.map(({ climb }) => course.ranksOf(climb.steps)),
      );
    return {
      arena: arena.name,
      byTrials: score(byTrials),
      overTime: overTime && score(overTime),
      fractions: MARKS.map((mark) => median(found.map(({ climb }) => shareAt(arena.table, climb, mark)))),
    };
  }

  /** Of the spaces on which random search leaves something to gain; undefined when one of all is missing. */
  #meanOf(scores: readonly (number | undefined)[]): number | undefined {
    const known = scores.filter((score) => score !== undefined);
    return known.length > 0 && scores.length === this.#courses.size ? mean(known) : undefined;
  }

  /** The mean of what is reached at the rule's mark on the AutoTVM tasks and of P on the Kernel Tuner spaces. */
  #score(results: Results): Pick<RowFigures, 'score' | 'error'> {
    const scored = this.arenas.filter(isScored).length;
    if (results.size < this.arenas.length || scored === 0 || scored === this.arenas.length) return noScore;
    const seeds = [...results.values()][0]!.length;
    const found = [...results];
    const tasks = found.filter(([arena]) => !isScored(arena)).map(([arena, of]) => resampledFraction(arena, of));
    const spaces = found.filter(([arena]) => isScored(arena)).map(([arena, of]) => this.#resampledScore(arena, of));
    const rule = (chosen: readonly number[]): number =>
      (geometricMean(tasks.map((of) => of(chosen))) + mean(spaces.map((of) => of(chosen)))) / 2;
    const random = new Random(seeds);
    const all = Array.from({ length: seeds }, (_, seed) => seed);
    const others = Array.from({ length: RESAMPLES }, () => rule(all.map(() => random.int(seeds))));
    return { score: rule(all), error: standardDeviation(others) };
  }

  #resampledScore(arena: Arena, found: readonly Finished[]): (seeds: readonly number[]) => number {
    const { byTrials } = this.#courses.get(arena)!;
    const ranks = found.map(({ climb }) => byTrials.ranksOf(climb.steps));
    return (seeds) =>
      performance(
        byTrials,
        arena.landscape,
        seeds.map((seed) => ranks[seed]!),
      ) ?? 0;
  }
}

/** What other tuners did, once each: a row for each of them. */
export function countForeign(searches: readonly ForeignSearch[], part: string): readonly RowFigures[] {
  const tuners = [...new Set(searches.map(({ tuner }) => tuner))];
  return tuners.map((tuner) => {
    const own = searches.filter((search) => search.tuner === tuner);
    const results = own.map(({ arena, climb }) => [arena, [{ climb, seconds: 0 }]] as const);
    return {
      part,
      name: `AutoTVM ${tuner}`,
      isDefault: false,
      fractions: fractionsOf(results),
      spaces: [],
      byTrials: undefined,
      overTime: undefined,
      ...noScore,
      milliseconds: { tasks: undefined, spaces: undefined },
    };
  });
}

/**
 * The rule: the places of the rows that reach the best score, or less by no more than twice the standard error of the
 * difference; best first.
 */
export function bestRows(rows: readonly Pick<RowFigures, 'score' | 'error'>[]): readonly number[] {
  const scored = [...rows.entries()].flatMap(([place, { score, error }]) =>
    score === undefined ? [] : [{ place, score, error: error! }],
  );
  const ranked = scored.sort((a, b) => b.score - a.score);
  const best = ranked.at(0);
  if (best === undefined) return [];
  const ties = ranked.filter(({ score, error }) => best.score - score <= 2 * Math.hypot(best.error, error));
  return ties.map(({ place }) => place);
}

function coursesOf({ table, landscape }: Arena, cutoff: number): { byTrials: Course; overTime: Course | undefined } {
  const costs = [...table.rows.values()].map(({ trialSeconds }) => trialSeconds).filter((cost) => cost !== undefined);
  return {
    byTrials: courseByTrials(landscape, cutoff),
    overTime: costs.length === table.size ? courseOverTime(landscape, costs, cutoff) : undefined,
  };
}

/** After so many trials, of some tasks. */
export function fractionsOf(
  tasks: readonly (readonly [Arena, readonly Finished[]])[],
  marks: readonly number[] = MARKS,
): Fractions {
  const medians = marks.map((mark) =>
    tasks.map(([{ table }, found]) => median(found.map(({ climb }) => shareAt(table, climb, mark)))),
  );
  return {
    mean: medians.map((shares) => geometricMean(shares)),
    worst: medians.map((shares) => Math.min(...shares)),
  };
}

function resampledFraction({ table }: Arena, found: readonly Finished[]): (seeds: readonly number[]) => number {
  const shares = found.map(({ climb }) => shareAt(table, climb, RULE_MARK));
  return (seeds) => median(seeds.map((seed) => shares[seed]!));
}

function millisecondsOf(finished: readonly Finished[]): number | undefined {
  if (finished.length === 0) return undefined;
  return (1000 * sum(finished.map(({ seconds }) => seconds))) / sum(finished.map(({ climb }) => climb.trials));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

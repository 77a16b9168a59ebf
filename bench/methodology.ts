import { mean, median } from 'simple-statistics';

/**
 * The score of the autotuning methodology (Willemsen et al., FGCS 2024), which Kernel Tuner's strategies are published
 * with: how far a search lies between random search (0) and the optimum (1), from the first trials on until random
 * search itself is near the optimum.
 */

/**
 * Where a comparison ends, as the part of the way from the median to the optimum that random search must have come; and
 * where it begins.
 */
export const CUTOFF = 0.95;
const START = 0.01;

/** Points in time at which searches are compared. */
const POINTS = 1000;

/** A trial that was better than all before it. */
export interface Step {
  /** Counts from 1. */
  readonly trial: number;
  /** Seconds that the trials took until then, this one included. */
  readonly elapsed: number;
  /** Seconds a call of the config. */
  readonly seconds: number;
}

/**
 * Random search on a space: the values of all its valid configs, and what draws without replacement may expect of them.
 */
export class Landscape {
  /** Seconds a call, the slowest first. */
  readonly #slowestFirst: Float64Array;
  readonly #median: number;

  /** `seconds`: a call of every config that runs, in any order; at least one. */
  constructor(seconds: Iterable<number>) {
    this.#slowestFirst = Float64Array.from(seconds).sort().reverse();
    this.#median = median([...this.#slowestFirst]);
  }

  get size(): number {
    return this.#slowestFirst.length;
  }

  get best(): number {
    return this.ofRank(this.size);
  }

  get worst(): number {
    return this.ofRank(1);
  }

  /** Trials in which random search comes the part c of the way from the median to the best. */
  trialsTo(c: number): number {
    const wanted = this.best + (this.#median - this.best) * (1 - c);
    const place = this.#slowestFirst.findIndex((value) => value <= wanted);
    return Math.ceil(place / (this.size + 1 - place));
  }

  /** The best that random search may expect of so many trials. */
  expected(trials: number): number {
    const place = Math.round((trials * (this.size + 1)) / (trials + 1));
    return this.#slowestFirst[Math.min(this.size - 1, place)]!;
  }

  /** How many configs are not faster than `seconds`, 1 for the slowest (and for what is slower still). */
  rank(seconds: number): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#slowestFirst[middle]! >= seconds) low = middle + 1;
      else high = middle;
    }
    return Math.max(1, low);
  }

  /** The seconds of a rank, of the nearest one for what lies between two. */
  ofRank(rank: number): number {
    return this.#slowestFirst[Math.round(rank) - 1]!;
  }
}

/**
 * What searches of one space are compared by: random search at some points, by trials or over time, and where a search
 * stands there.
 */
export interface Course {
  /** Seconds a call of the best that random search expects at each point. */
  readonly random: Float64Array;
  /** The rank of a search's best at each point; a search that ends early stays where it is. */
  ranksOf(search: readonly Step[]): Float64Array;
}

/**
 * After each trial, from where random search has left the median behind until it has come the part `cutoff` of the way.
 */
export function courseByTrials(landscape: Landscape, cutoff = CUTOFF): Course {
  const [first, last] = [Math.max(1, landscape.trialsTo(START)), Math.max(1, landscape.trialsTo(cutoff))];
  const points = Float64Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return courseAt(landscape, points, points, ({ trial }) => trial);
}

/**
 * At 1,000 equal steps of time, of which each trial to the cutoff is given the median. `costs`: seconds of the trial of
 * every config, also of those that fail, which make the successes of random search dearer.
 */
export function courseOverTime(landscape: Landscape, costs: readonly number[], cutoff = CUTOFF): Course {
  const [typical, dearest] = [median([...costs]), (mean([...costs]) * costs.length) / landscape.size];
  const timeTo = (c: number): number => Math.max(1, landscape.trialsTo(c)) * typical;
  const [start, end] = [timeTo(START), timeTo(cutoff)];
  const points = Float64Array.from({ length: POINTS }, (_, i) => start + ((end - start) * i) / (POINTS - 1));
  const trials = points.map((time) => Math.max(1, Math.round(time / dearest)));
  return courseAt(landscape, points, trials, ({ elapsed }) => elapsed);
}

function courseAt(
  landscape: Landscape,
  points: Float64Array,
  trials: Float64Array,
  when: (step: Step) => number,
): Course {
  return {
    random: trials.map((count) => landscape.expected(count)),
    ranksOf: (search) => {
      let [done, rank] = [0, 1];
      return points.map((point) => {
        for (let step = search[done]; step && when(step) <= point; step = search[++done])
          rank = landscape.rank(step.seconds);
        return rank;
      });
    },
  };
}

/**
 * P of a search, from the ranks of its repeats: mean of (random - search) / (random - best) over the points, where the
 * search stands at the mean of the ranks. Ranks are averaged, not seconds: a median of either would flatter random
 * search itself. Undefined where random search has found the best at every point.
 */
export function performance(
  { random }: Course,
  landscape: Landscape,
  repeats: readonly Float64Array[],
): number | undefined {
  const { best } = landscape;
  const shares: number[] = [];
  random.forEach((expected, point) => {
    if (expected <= best) return;
    const rank = repeats.reduce((sum, ranks) => sum + ranks[point]!, 0) / repeats.length;
    shares.push((expected - landscape.ofRank(rank)) / (expected - best));
  });
  return shares.length === 0 ? undefined : mean(shares);
}

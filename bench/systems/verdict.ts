import { geometricMean, quantile } from 'simple-statistics';
import { meanDifference } from './difference.js';
import type { SearchFigures } from './figures.js';
import type { SchedulerFigures } from './schedulers.js';
import { count, standing, type Standing } from './sign-test.js';

/** A difference is one when chance alone would make it less often. */
const SIGNIFICANCE = 0.05;

/** What a verdict is about: scores by table, higher being better, under a name. */
export type Judged = Pick<SearchFigures, 'name' | 'scores'>;

/** What a search is held against. */
export interface Against {
  /** The default of `tune`. */
  readonly standard: Judged;
  /** The same search without what is the system's. */
  readonly base: Judged;
  readonly random: Judged;
}

/** What can be said of a search, by the tables that it and the others were measured on. */
export function searchVerdict(own: Judged, { standard, base, random }: Against): string {
  const toRandom = standing(own.scores, random.scores);
  const beside = isBetter(toRandom) ? 'better than random' : `no better than random (${counts(toRandom)})`;
  // Where random search is the base, its own clause says it.
  const others = [standard, base].filter(({ name }) => name !== random.name);
  return `${[...others.map((other) => besideOther(own, other)), beside].join('; ')}.`;
}

/**
 * What can be said of a scheduler, by its trials to the latency that round-robin ends with, beside those after which
 * round-robin itself is there.
 */
export function schedulerVerdict(
  { shares }: SchedulerFigures,
  roundRobin: SchedulerFigures,
  clairvoyant: SchedulerFigures,
): string {
  const toRoundRobin = count(
    shares.map((share, search) => roundRobin.shares[search]! - share),
    0,
  );
  const [low, middle, high] = quartiles(shares);
  const [base, bound] = [roundRobin, clairvoyant].map((other) => quartiles(other.shares)[1]!);
  const counted = `fewer than it in ${toRoundRobin.ahead} of ${toRoundRobin.of} searches, more in ${toRoundRobin.behind}, p ${probability(toRoundRobin.p)}`;
  return `${helps(toRoundRobin)}: ${middle!} of round-robin's budget to its latency (quartiles ${low!} to ${high!}; ${counted}), where it needs ${base!} itself, and clairvoyance ${bound!}.`;
}

/** What can be said of one rule that chooses a schedule for a shape, beside another. */
export function dispatchVerdict(own: Judged, base: Judged): string {
  const shares = [...own.scores.values()];
  const words = `${geometricMean(shares).toFixed(3)} of the optimum without a trial, at worst ${Math.min(...shares).toFixed(3)}`;
  return `${words}; ${besideOther(own, base)}.`;
}

function besideOther(own: Judged, other: Judged): string {
  const to = standing(own.scores, other.scores);
  const difference = meanDifference(own.scores, other.scores);
  const by = difference && `, ${signed(difference.mean)} (${signed(difference.low)} to ${signed(difference.high)})`;
  return `${helps(to)} beside *${other.name}* (${counts(to)}${by ?? ''})`;
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
}

function helps(to: Standing): string {
  if (to.p > SIGNIFICANCE) return '**No gain found**';
  return isBetter(to) ? '**Helps**' : '**Does not help**';
}

function isBetter({ ahead, behind, p }: Standing): boolean {
  return p <= SIGNIFICANCE && ahead > behind;
}

function counts({ ahead, behind, of, p }: Standing): string {
  return `${ahead} ahead, ${behind} behind of ${of}, p ${probability(p)}`;
}

function probability(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`;
}

/** Quartiles as text; what is never reached lies beyond all else. */
function quartiles(shares: readonly number[]): readonly string[] {
  return [0.25, 0.5, 0.75].map((part) => {
    const value = quantile([...shares], part);
    return Number.isFinite(value) ? value.toFixed(2) : 'never';
  });
}

import { quantile } from 'simple-statistics';
import type { SearchFigures } from './figures.js';
import type { SchedulerFigures } from './schedulers.js';
import { count, standing, type Standing } from './sign-test.js';

/** A difference is one when chance alone would make it less often. */
const SIGNIFICANCE = 0.05;

/** What can be said of a search, by the tables that it and the others were measured on. */
export function searchVerdict(own: SearchFigures, base: SearchFigures, random: SearchFigures): string {
  const [toBase, toRandom] = [standing(own.scores, base.scores), standing(own.scores, random.scores)];
  const beside = isBetter(toRandom) ? 'better than random' : `no better than random (${counts(toRandom)})`;
  return `${helps(toBase)} beside the ${base.name} (${counts(toBase)}), ${beside}.`;
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

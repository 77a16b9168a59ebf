/** What times of one kernel in many runs show of a machine. */
import { median, quantile } from 'simple-statistics';
import type { Run } from './fresh-run.js';
import type { Soak } from './report.js';

/** Runs from which on figures are made, and the most of which all pairs are looked at. */
const ENOUGH = 5;
const PAIRED = 400;
/** How many of the differences that are none must stay below what counts as one. */
const CONFIDENCE = 0.95;

/** Repeats of a trial go on until their interval is so narrow; what is so much slower is none of a search's best. */
const STEADY = 0.02;
const UNEVEN = 0.08;

type Figures = NonNullable<Soak['figures']>;

/** Of runs in their order; undefined where there are too few. What 95 % of equal kernels differ by means nothing. */
export function figuresOf(runs: readonly Run[]): Figures | undefined {
  if (runs.length < ENOUGH) return undefined;
  const seconds = runs.map((run) => run.seconds);
  const third = Math.ceil(runs.length / 3);
  return {
    median: median(seconds),
    spread: spreadOf(seconds),
    drift: median(seconds.slice(-third)) / median(seconds.slice(0, third)) - 1,
    across_runs: quantile(differencesOf(thinned(seconds)), CONFIDENCE),
    side_by_side: quantile(
      runs.map(({ seconds, beside }) => differenceOf(seconds, beside)),
      CONFIDENCE,
    ),
  };
}

export function verdictOn(figures: Figures | null): Soak['verdict'] {
  if (figures === null) return 'unknown';
  if (figures.across_runs <= STEADY) return 'steady';
  return figures.across_runs <= UNEVEN ? 'uneven' : 'noisy';
}

/**
 * (p90 - p10) / median.
 *
 * @internal Tests ask it about recorded times.
 */
export function spreadOf(seconds: readonly number[]): number {
  const list = [...seconds];
  return (quantile(list, 0.9) - quantile(list, 0.1)) / median(list);
}

/** Of every pair. */
function differencesOf(seconds: readonly number[]): number[] {
  return seconds.flatMap((one, i) => seconds.slice(0, i).map((other) => differenceOf(one, other)));
}

/** By what share the slower of two is slower. */
function differenceOf(a: number, b: number): number {
  return Math.max(a, b) / Math.min(a, b) - 1;
}

/** Some of a long list, evenly. */
function thinned(list: readonly number[]): readonly number[] {
  const step = Math.ceil(list.length / PAIRED);
  return list.filter((_, i) => i % step === 0);
}

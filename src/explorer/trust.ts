/** How far to believe a source, by what it predicted of trials and what these measured. */
import { kendallTau } from './kendall-tau.js';

/** The tau that is expected of a source of which nothing was tried yet, and the standard deviation of that. */
const EXPECTED = 0.3;
const DOUBT = 0.3;

/** The tau up to which a source is not believed, and from which on it is believed fully. */
const LEAST = 0.1;
const FULL = 0.4;

/** Of the trials one in so many is among the best, and how steeply a useful source has these among its own best. */
const BEST = 8;
const STEEPNESS = 4;

/**
 * Whether to believe a source, from 0 (not at all) to 1, by the scores that it predicted of trials and their
 * throughputs, 0 for failures. Two things count. One is the order of all: Kendall's tau, which says little of few
 * trials and so is taken together with what is expected of any source, each by its certainty (as normal distributions;
 * the variance of tau without agreement is Kendall's, Biometrika 1938). The other is whether the source would have put
 * the best trials first: between two GPUs the order of most configs may well agree, and the best of one be among the
 * worst of the other's good ones.
 */
export function trustIn(predicted: readonly number[], measured: readonly number[]): number {
  const odds = oddsOfUse(predicted, measured);
  if (odds < 1) return 0;
  const order = (expectedTau(predicted, measured) - LEAST) / (FULL - LEAST);
  return (Math.min(1, Math.max(0, order)) * odds) / (1 + odds);
}

function expectedTau(predicted: readonly number[], measured: readonly number[]): number {
  const n = measured.length;
  const before = 1 / DOUBT ** 2;
  const evidence = n < 2 ? 0 : (9 * n * (n - 1)) / (2 * (2 * n + 5));
  return (EXPECTED * before + kendallTau(predicted, measured) * evidence) / (before + evidence);
}

/**
 * How much likelier the places of the best trials in the predicted order are if the source is of use than if it is not.
 * A source of no use has them anywhere; one of use has them in front, the further back the fewer (an exponential
 * density over the order). Of several best trials it is the geometric mean.
 */
function oddsOfUse(predicted: readonly number[], measured: readonly number[]): number {
  const working = [...measured.keys()].filter((trial) => measured[trial]! > 0);
  const best = working.sort((a, b) => measured[b]! - measured[a]!).slice(0, Math.ceil(measured.length / BEST));
  if (best.length === 0) return 1;
  const before = best.map((trial) => shareBefore(predicted, trial)).reduce((sum, share) => sum + share, 0);
  return (STEEPNESS / (1 - Math.exp(-STEEPNESS))) * Math.exp((-STEEPNESS * before) / best.length);
}

/** Which part of the predicted order comes before a trial; of equal predictions half does, and of itself. */
function shareBefore(predicted: readonly number[], trial: number): number {
  const own = predicted[trial]!;
  const before = predicted.reduce((sum, other) => sum + (other > own ? 1 : other === own ? 0.5 : 0), 0);
  return before / predicted.length;
}

import { factorise, invert, solve } from './cholesky.js';
import type { Covariance } from './covariance.js';
import type { Slope } from './rprop.js';

/** A belief about the logarithm of a parameter: normally distributed. */
export interface Belief {
  readonly mean: number;
  readonly deviation: number;
}

/** Shares of the variance that are noise, at least and at most. */
const [LEAST_NOISE, MOST_NOISE] = [Math.log(1e-6), Math.log(1)];

/** What the observations say once parameters are given. */
export interface Posterior {
  readonly lower: Float64Array;
  /** Covariance of the observations, inverted, times the targets. */
  readonly weights: Float64Array;
  /** The variance that the covariance is relative to. */
  readonly scale: number;
}

/** The covariance with the noise on its diagonal. The last parameter is the logarithm of the noise. */
function noisy(covariance: Covariance, parameters: Float64Array): { clean: Float64Array; whole: Float64Array } {
  const clean = covariance.matrix(parameters.subarray(0, -1));
  const whole = Float64Array.from(clean);
  const noise = noiseOf(parameters);
  for (let row = 0; row < covariance.n; row++) whole[row * covariance.n + row]! += noise;
  return { clean, whole };
}

/** Variance of the noise, as a share of the scale. */
export function noiseOf(parameters: Float64Array): number {
  return Math.exp(Math.min(MOST_NOISE, Math.max(LEAST_NOISE, parameters.at(-1)!)));
}

/** Undefined where the matrix cannot be factorised. */
export function posteriorOf(
  covariance: Covariance,
  parameters: Float64Array,
  targets: Float64Array,
): Posterior | undefined {
  const lower = factorise(noisy(covariance, parameters).whole, covariance.n);
  if (!lower) return undefined;
  const weights = solve(lower, covariance.n, Float64Array.from(targets));
  return { lower, weights, scale: scaleOf(targets, weights) };
}

/**
 * The negative logarithm of the posterior density of the parameters: the likelihood of the targets (Rasmussen and
 * Williams, equation 5.8, the scale at its best value) and what is believed of each parameter; with its gradient.
 */
export function negativeLogPosterior(
  covariance: Covariance,
  parameters: Float64Array,
  targets: Float64Array,
  beliefs: readonly Belief[],
): Slope {
  const { n } = covariance;
  const { clean, whole } = noisy(covariance, parameters);
  const lower = factorise(whole, n);
  if (!lower) return { value: Infinity, gradient: new Float64Array(parameters.length) };
  const weights = solve(lower, n, Float64Array.from(targets));
  const scale = scaleOf(targets, weights);
  const pull = invert(lower, n);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const at = row * n + column;
      pull[at] = (pull[at]! - (weights[row]! * weights[column]!) / scale) / 2;
    }
  }
  let [value, trace] = [(n / 2) * Math.log(scale), 0];
  for (let row = 0; row < n; row++) {
    value += Math.log(lower[row * n + row]!);
    trace += pull[row * n + row]!;
  }
  const own = covariance.gradient(parameters.subarray(0, -1), clean, pull);
  const logNoise = parameters.at(-1)!;
  const isFree = logNoise > LEAST_NOISE && logNoise < MOST_NOISE;
  const gradient = Float64Array.from([...own, isFree ? trace * noiseOf(parameters) : 0]);
  beliefs.forEach(({ mean, deviation }, i) => {
    const off = (parameters[i]! - mean) / deviation;
    value += (off * off) / 2;
    gradient[i]! += off / deviation;
  });
  return { value, gradient };
}

function scaleOf(targets: Float64Array, weights: Float64Array): number {
  const sum = targets.reduce((total, target, i) => total + target * weights[i]!, 0);
  return Math.max(sum / targets.length, 1e-12);
}

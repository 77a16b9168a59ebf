import { solveLower } from './cholesky.js';
import type { Covariance } from './covariance.js';
import { negativeLogPosterior, noiseOf, posteriorOf, type Belief, type Posterior } from './likelihood.js';
import { descend } from './rprop.js';

/**
 * A Gaussian process over points of some dimensions, whose parameters are those of highest posterior density; a fit
 * starts from the last one's. What callers see is in units of `scale`, the variance far from all observations. Points
 * are rows of an array, and named by where they start.
 */
export abstract class Surrogate {
  protected parameters: Float64Array;
  /** Variance far from all observations, in the units of the fit. */
  protected variance = 1;
  private posterior: Posterior | undefined;
  private centre = 0;

  /** `beliefs`: of the covariance's parameters and, last, of the noise. */
  constructor(
    readonly dimensions: number,
    protected readonly beliefs: readonly Belief[],
    private readonly rounds: number,
  ) {
    this.parameters = Float64Array.from(beliefs, ({ mean }) => mean);
  }

  /** Covariance of a point with an observation, and of two points, in the units of the fit. */
  protected abstract withObservation(points: Float64Array, at: number, observation: number): number;
  protected abstract ofPoints(points: Float64Array, at: number, others: Float64Array, other: number): number;
  /** Reads what these two need of new parameters. */
  protected abstract read(parameters: Float64Array): void;

  /** `centre`: what is expected far from all observations. */
  protected learn(covariance: Covariance, targets: Float64Array, centre: number): void {
    const { beliefs } = this;
    const believed = Float64Array.from(beliefs, ({ mean }) => mean);
    const found = descend(this.parameters, this.rounds, (at) => negativeLogPosterior(covariance, at, targets, beliefs));
    const posterior = posteriorOf(covariance, found, targets);
    this.parameters = posterior ? found : believed;
    this.posterior = posterior ?? posteriorOf(covariance, believed, targets);
    this.centre = centre;
    this.read(this.parameters);
  }

  /** The mean at each point. */
  means(points: Float64Array): Float64Array {
    const { dimensions, centre } = this;
    const { weights } = this.posterior!;
    const means = new Float64Array(points.length / dimensions).fill(centre);
    for (let row = 0; row < means.length; row++) {
      for (let i = 0; i < weights.length; i++) {
        means[row]! += weights[i]! * this.withObservation(points, row * dimensions, i);
      }
    }
    return means;
  }

  /**
   * How much each observation, given those before it, explains of a point: 1 minus the sum of squares is the variance
   * there. `spare` zeros follow.
   */
  explained(points: Float64Array, at: number, spare: number): Float64Array {
    const { observations } = this;
    const explained = new Float64Array(observations + spare);
    const unit = Math.sqrt(this.variance);
    for (let i = 0; i < observations; i++) explained[i] = this.withObservation(points, at, i) / unit;
    return solveLower(this.posterior!.lower, observations, explained);
  }

  /** Covariance of two points. */
  between(points: Float64Array, at: number, others: Float64Array, other: number): number {
    return this.ofPoints(points, at, others, other) / this.variance;
  }

  /** Number of them. */
  get observations(): number {
    return this.posterior!.weights.length;
  }

  get scale(): number {
    return this.posterior!.scale * this.variance;
  }

  /** Variance of the noise, in units of `scale`. */
  get noise(): number {
    return noiseOf(this.parameters) / this.variance;
  }
}

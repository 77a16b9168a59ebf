import { solveLower } from './cholesky.js';
import { negativeLogPosterior, noiseOf, posteriorOf, type Belief, type Posterior } from './likelihood.js';
import { Matern, matern } from './matern.js';
import { descend } from './rprop.js';

/**
 * Beliefs on the unit cube: length scales grow with the root of the number of dimensions, as distances do (Hvarfner,
 * Hellsten and Nardi, ICML 2024); a thousandth of the variance is noise.
 */
const SCALE = Math.log(0.6);
const NOISE: Belief = { mean: Math.log(1e-3), deviation: 1 };

/** Steps of the fit; it starts from the last one's parameters. */
const ROUNDS = 12;

/** A Gaussian process on the unit cube with a Matérn kernel and a length scale for each dimension. */
export class GaussianProcess {
  private parameters: Float64Array;
  private readonly beliefs: readonly Belief[];
  private points: Float64Array = new Float64Array();
  private inverseScales: Float64Array = new Float64Array();
  private posterior: Posterior | undefined;
  private centre = 0;

  constructor(readonly dimensions: number) {
    const scale = { mean: SCALE + Math.log(Math.max(1, dimensions)) / 2, deviation: 1 };
    this.beliefs = [...Array.from({ length: dimensions }, () => scale), NOISE];
    this.parameters = Float64Array.from(this.beliefs, ({ mean }) => mean);
  }

  /** Learns anew from observations. `points`: a row each of `dimensions` numbers in [0, 1]. */
  fit(points: Float64Array, targets: Float64Array): void {
    this.points = points;
    this.centre = targets.reduce((sum, target) => sum + target, 0) / targets.length;
    const centred = targets.map((target) => target - this.centre);
    const covariance = new Matern(points, this.dimensions);
    this.parameters = descend(this.parameters, ROUNDS, (parameters) =>
      negativeLogPosterior(covariance, parameters, centred, this.beliefs),
    );
    this.posterior = posteriorOf(covariance, this.parameters, centred);
    this.inverseScales = this.parameters.slice(0, -1).map((logScale) => Math.exp(-logScale));
  }

  /** Correlation of two points, which start at these offsets of arrays of points. */
  between(a: Float64Array, at: number, b: Float64Array, other: number): number {
    const { dimensions, inverseScales } = this;
    let sum = 0;
    for (let i = 0; i < dimensions; i++) {
      const difference = (a[at + i]! - b[other + i]!) * inverseScales[i]!;
      sum += difference * difference;
    }
    return matern(Math.sqrt(sum));
  }

  /** The mean at each point of a list. */
  means(points: Float64Array): Float64Array {
    const { dimensions, centre } = this;
    const { weights } = this.posterior!;
    const means = new Float64Array(points.length / dimensions).fill(centre);
    for (let row = 0; row < means.length; row++) {
      for (let i = 0; i < weights.length; i++) {
        means[row]! += weights[i]! * this.between(points, row * dimensions, this.points, i * dimensions);
      }
    }
    return means;
  }

  /**
   * How much each observation, given those before it, explains of the point at this offset: 1 minus the sum of squares
   * is the variance there, in units of `scale`. `spare` zeros follow.
   */
  explained(points: Float64Array, at: number, spare: number): Float64Array {
    const { dimensions, observations } = this;
    const explained = new Float64Array(observations + spare);
    for (let i = 0; i < observations; i++) explained[i] = this.between(points, at, this.points, i * dimensions);
    solveLower(this.posterior!.lower, observations, explained);
    return explained;
  }

  /** Number of them. */
  get observations(): number {
    return this.posterior!.weights.length;
  }

  /** Variance far from all observations. */
  get scale(): number {
    return this.posterior!.scale;
  }

  /** Variance of the noise, in units of `scale`. */
  get noise(): number {
    return noiseOf(this.parameters);
  }
}

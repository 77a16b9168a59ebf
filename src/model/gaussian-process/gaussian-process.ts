import { logScale } from './length-scales.js';
import type { Belief } from './likelihood.js';
import { Matern, matern } from './matern.js';
import { Surrogate } from './surrogate.js';

/** A thousandth of the variance is noise. */
export const NOISE: Belief = { mean: Math.log(1e-3), deviation: 1 };

/** Steps of a fit. */
const ROUNDS = 12;

/** A Gaussian process on the unit cube with a Matérn kernel and a length scale for each dimension. */
export class GaussianProcess extends Surrogate {
  private known: Float64Array = new Float64Array();
  private inverseScales: Float64Array = new Float64Array();

  constructor(dimensions: number) {
    super(dimensions, [...Array.from({ length: dimensions }, () => logScale(dimensions)), NOISE], ROUNDS);
  }

  /** Learns anew. `points`: a row for each target, of numbers in [0, 1]. */
  fit(points: Float64Array, targets: Float64Array): void {
    this.known = points;
    const centre = targets.reduce((sum, target) => sum + target, 0) / targets.length;
    this.learn(
      new Matern(points, this.dimensions),
      targets.map((target) => target - centre),
      centre,
    );
  }

  protected ofPoints(points: Float64Array, at: number, others: Float64Array, other: number): number {
    const { dimensions, inverseScales } = this;
    let sum = 0;
    for (let i = 0; i < dimensions; i++) {
      const difference = (points[at + i]! - others[other + i]!) * inverseScales[i]!;
      sum += difference * difference;
    }
    return matern(Math.sqrt(sum));
  }

  protected withObservation(points: Float64Array, at: number, observation: number): number {
    return this.ofPoints(points, at, this.known, observation * this.dimensions);
  }

  protected read(parameters: Float64Array): void {
    this.inverseScales = Float64Array.from(parameters.subarray(0, -1), (scale) => Math.exp(-scale));
  }
}

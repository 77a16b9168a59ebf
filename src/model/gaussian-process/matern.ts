import type { Covariance } from './covariance.js';

const ROOT = Math.sqrt(5);

/** The Matérn correlation with ν = 5/2 at a distance in length scales. */
export function matern(distance: number): number {
  const scaled = ROOT * distance;
  return (1 + scaled + (scaled * scaled) / 3) * Math.exp(-scaled);
}

/**
 * Matérn 5/2 with a length scale for each dimension (Rasmussen and Williams, Gaussian Processes for Machine Learning,
 * section 4.2). The parameters are the logarithms of the length scales.
 */
export class Matern implements Covariance {
  readonly n: number;
  /** Squares of the differences of two points: a matrix for each dimension, of which the lower half counts. */
  private readonly squares: readonly Float64Array[];

  /** `points`: n × `dimensions`, row-major. */
  constructor(points: Float64Array, dimensions: number) {
    const n = points.length / dimensions;
    this.n = n;
    this.squares = Array.from({ length: dimensions }, (_, dimension) => {
      const of = new Float64Array(n * n);
      for (let row = 0; row < n; row++) {
        for (let column = 0; column < row; column++) {
          const difference = points[row * dimensions + dimension]! - points[column * dimensions + dimension]!;
          of[row * n + column] = difference * difference;
        }
      }
      return of;
    });
  }

  matrix(logScales: Float64Array): Float64Array {
    const { n } = this;
    const matrix = this.distances(logScales);
    for (let row = 0; row < n; row++) {
      matrix[row * n + row] = 1;
      for (let column = 0; column < row; column++) {
        const value = matern(matrix[row * n + column]!);
        matrix[row * n + column] = value;
        matrix[column * n + row] = value;
      }
    }
    return matrix;
  }

  gradient(logScales: Float64Array, _matrix: Float64Array, weights: Float64Array): Float64Array {
    const { n, squares } = this;
    const slopes = this.distances(logScales);
    for (let row = 0; row < n; row++) {
      for (let at = row * n; at < row * n + row; at++) {
        const scaled = ROOT * slopes[at]!;
        slopes[at] = 2 * weights[at]! * (5 / 3) * (1 + scaled) * Math.exp(-scaled);
      }
    }
    return logScales.map((logScale, dimension) => {
      const of = squares[dimension]!;
      let sum = 0;
      for (let row = 1; row < n; row++) {
        for (let at = row * n; at < row * n + row; at++) sum += slopes[at]! * of[at]!;
      }
      return sum * Math.exp(-2 * logScale);
    });
  }

  /** Below the diagonal, how many length scales two points are apart. */
  private distances(logScales: Float64Array): Float64Array {
    const { n, squares } = this;
    const sums = new Float64Array(n * n);
    squares.forEach((of, dimension) => {
      const weight = Math.exp(-2 * logScales[dimension]!);
      for (let row = 1; row < n; row++) {
        for (let at = row * n; at < row * n + row; at++) sums[at]! += weight * of[at]!;
      }
    });
    for (let row = 1; row < n; row++) {
      for (let at = row * n; at < row * n + row; at++) sums[at] = Math.sqrt(sums[at]!);
    }
    return sums;
  }
}

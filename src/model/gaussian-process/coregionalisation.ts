import type { Covariance } from './covariance.js';
import { Matern } from './matern.js';

/** Latent functions that tasks are made of. */
export const LATENTS = 2;

/**
 * The linear model of coregionalisation, as GPTune has it (Liu et al., PPoPP 2021): tasks are sums of the same latent
 * functions, K((i,x),(j,y)) = Σ_q (a_iq a_jq + b_iq [i = j]) k_q(x, y). Parameters, for each latent function: its
 * logarithms of length scales, a of each task, and the logarithm of b of each task.
 */
export class Coregionalisation implements Covariance {
  readonly n: number;
  private readonly kernel: Matern;

  /** `points`: a row of `dimensions` for each observation; `tasks`: of which of `count` tasks each is. */
  constructor(
    points: Float64Array,
    private readonly dimensions: number,
    private readonly tasks: Int32Array,
    private readonly count: number,
  ) {
    this.n = tasks.length;
    this.kernel = new Matern(points, dimensions);
  }

  matrix(parameters: Float64Array): Float64Array {
    const { n, tasks } = this;
    const matrix = new Float64Array(n * n);
    for (let latent = 0; latent < LATENTS; latent++) {
      const { scales, a, b } = partsOf(parameters, latent, this.dimensions, this.count);
      const kernel = this.kernel.matrix(scales);
      for (let row = 0; row < n; row++) {
        for (let column = 0; column < n; column++) {
          matrix[row * n + column]! += sharedBy(a, b, tasks[row]!, tasks[column]!) * kernel[row * n + column]!;
        }
      }
    }
    return matrix;
  }

  gradient(parameters: Float64Array, _matrix: Float64Array, weights: Float64Array): Float64Array {
    const { n, tasks, dimensions, count } = this;
    const gradient = new Float64Array(parameters.length);
    for (let latent = 0; latent < LATENTS; latent++) {
      const { scales, a, b, from } = partsOf(parameters, latent, dimensions, count);
      const kernel = this.kernel.matrix(scales);
      const shared = new Float64Array(n * n);
      for (let row = 0; row < n; row++) {
        const own = tasks[row]!;
        for (let column = 0; column < n; column++) {
          const [at, other] = [row * n + column, tasks[column]!];
          shared[at] = weights[at]! * sharedBy(a, b, own, other);
          const weighted = weights[at]! * kernel[at]!;
          gradient[from + dimensions + own]! += 2 * weighted * a[other]!;
          if (own === other) gradient[from + dimensions + count + own]! += weighted * Math.exp(b[own]!);
        }
      }
      gradient.set(this.kernel.gradient(scales, kernel, shared), from);
    }
    return gradient;
  }
}

/** Number of parameters for tasks of so many dimensions. */
export function parametersOf(dimensions: number, count: number): number {
  return LATENTS * (dimensions + 2 * count);
}

/** Of one latent function. */
export function partsOf(
  parameters: Float64Array,
  latent: number,
  dimensions: number,
  count: number,
): { from: number; scales: Float64Array; a: Float64Array; b: Float64Array } {
  const from = latent * (dimensions + 2 * count);
  const [ofTasks, end] = [from + dimensions, from + dimensions + 2 * count];
  return {
    from,
    scales: parameters.subarray(from, ofTasks),
    a: parameters.subarray(ofTasks, ofTasks + count),
    b: parameters.subarray(ofTasks + count, end),
  };
}

/** What two tasks share of a latent function. */
export function sharedBy(a: Float64Array, b: Float64Array, task: number, other: number): number {
  return a[task]! * a[other]! + (task === other ? Math.exp(b[task]!) : 0);
}

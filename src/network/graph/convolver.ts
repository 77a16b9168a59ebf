/** Large sums of products, by whoever computes them faster than JavaScript. */

/** A convolution of `groups`, with channels and outputs of each group. */
export interface ConvolutionExtents {
  readonly images: number;
  readonly groups: number;
  readonly channels: number;
  readonly outputs: number;
  readonly input: readonly [number, number];
  readonly output: readonly [number, number];
  readonly kernel: readonly [number, number];
  readonly strides: readonly [number, number];
  readonly dilations: readonly [number, number];
  /** At the top and at the left. */
  readonly pads: readonly [number, number];
}

export interface Convolver {
  /**
   * In float64: weights of [groups, outputs, channels, kernel], data of [images, groups, channels, input], a result of
   * [images, groups, outputs, output].
   */
  convolve(extents: ConvolutionExtents, weights: Float64Array, data: Float64Array): Float64Array;
}

/** Multiplications above which a convolver is asked: starting it takes as long. */
const LARGE = 2 ** 22;

/** Multiplications for each number that is given to a convolver or back, below which that takes longer than they do. */
const AT_LEAST = 16;

/** Whether sums of so many products are worth a convolver, which is given and gives back so many numbers. */
export function isWorthwhile(multiplications: number, numbers: number): boolean {
  return multiplications > LARGE && multiplications > AT_LEAST * numbers;
}

/** Products of matrices, A of m x k and B of k x n. */
export function productExtents(count: number, m: number, n: number, k: number): ConvolutionExtents {
  const one = [1, 1] as const;
  return {
    ...{ images: 1, groups: count, channels: k, outputs: m, input: [1, n], output: [1, n] },
    ...{ kernel: one, strides: one, dilations: one, pads: [0, 0] },
  };
}

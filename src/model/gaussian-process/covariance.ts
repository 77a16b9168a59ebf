/** How observations vary together, given parameters; noise and scale are not its concern. */
export interface Covariance {
  /** Number of observations. */
  readonly n: number;
  /** The n × n matrix, row-major and symmetric. */
  matrix(parameters: Float64Array): Float64Array;
  /** Of each parameter p, the sum over all entries of weights × ∂matrix/∂p; `matrix` is what these parameters give. */
  gradient(parameters: Float64Array, matrix: Float64Array, weights: Float64Array): Float64Array;
}

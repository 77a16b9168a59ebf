/** Dense symmetric matrices of n rows, row-major; of a triangular factor only the lower half is read. */

/**
 * The lower Cholesky factor L of a symmetric positive definite matrix, A = L Lᵀ; undefined where rounding leaves a
 * pivot that is not positive.
 */
export function factorise(matrix: Float64Array, n: number): Float64Array | undefined {
  const lower = Float64Array.from(matrix);
  for (let row = 0; row < n; row++) {
    const at = row * n;
    for (let column = 0; column <= row; column++) {
      const other = column * n;
      let sum = lower[at + column]!;
      for (let k = 0; k < column; k++) sum -= lower[at + k]! * lower[other + k]!;
      if (row > column) lower[at + column] = sum / lower[other + column]!;
      else if (sum > 0) lower[at + row] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return lower;
}

/** Solves L x = b in place of b. */
export function solveLower(lower: Float64Array, n: number, b: Float64Array): Float64Array {
  for (let row = 0; row < n; row++) {
    let sum = b[row]!;
    for (let k = 0, at = row * n; k < row; k++) sum -= lower[at + k]! * b[k]!;
    b[row] = sum / lower[row * n + row]!;
  }
  return b;
}

/** Solves Lᵀ x = b in place of b. */
function solveUpper(lower: Float64Array, n: number, b: Float64Array): Float64Array {
  for (let row = n - 1; row >= 0; row--) {
    const value = b[row]! / lower[row * n + row]!;
    b[row] = value;
    for (let k = 0, at = row * n; k < row; k++) b[k]! -= lower[at + k]! * value;
  }
  return b;
}

/** Solves L Lᵀ x = b in place of b. */
export function solve(lower: Float64Array, n: number, b: Float64Array): Float64Array {
  return solveUpper(lower, n, solveLower(lower, n, b));
}

/** The inverse of L Lᵀ, both halves. */
export function invert(lower: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n);
  // Rows of L⁻¹, transposed as they come: column k of L⁻¹ is row k here.
  const triangle = new Float64Array(n * n);
  for (let column = 0; column < n; column++) {
    const at = column * n;
    triangle[at + column] = 1 / lower[at + column]!;
    for (let row = column + 1; row < n; row++) {
      let sum = 0;
      for (let k = column, other = row * n; k < row; k++) sum += lower[other + k]! * triangle[at + k]!;
      triangle[at + row] = -sum / lower[row * n + row]!;
    }
  }
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = 0;
      for (let k = row; k < n; k++) sum += triangle[row * n + k]! * triangle[column * n + k]!;
      inverse[row * n + column] = sum;
      inverse[column * n + row] = sum;
    }
  }
  return inverse;
}

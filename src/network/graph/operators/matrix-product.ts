import type { Values } from './operator.js';

/** A product of matrices: A of m x k, B of k x n, or of n x k where `transB` says so. */
export interface ProductExtents {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly transB: boolean;
}

/** Adds A B to a part of `out`, m x n that is zero; each operand begins at its offset. */
export function matrixProduct(
  { m, n, k, transB }: ProductExtents,
  a: Values,
  aAt: number,
  b: Values,
  bAt: number,
  out: Float64Array,
  outAt: number,
): void {
  for (let row = 0; row < m; row++) {
    const [left, target] = [aAt + row * k, outAt + row * n];
    if (transB) {
      for (let column = 0; column < n; column++) {
        const right = bAt + column * k;
        let sum = 0;
        for (let i = 0; i < k; i++) sum += a[left + i]! * b[right + i]!;
        out[target + column] = sum;
      }
    } else {
      for (let i = 0; i < k; i++) {
        const [factor, right] = [a[left + i]!, bAt + i * n];
        for (let column = 0; column < n; column++) out[target + column]! += factor * b[right + column]!;
      }
    }
  }
}

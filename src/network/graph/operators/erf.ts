/**
 * The error function to about 1e-15: the series of positive terms 2/√π e^(-x²) Σ 2ⁿ x^(2n+1) / (2n+1)!!
 * (Abramowitz and Stegun, 7.1.6), which is 1 in float64 from 6 on.
 */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (size >= 6) return Math.sign(x);
  let term = size;
  let sum = term;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * size * size) / (2 * n + 1);
    sum += term;
  }
  return Math.sign(x) * Math.min(1, (2 / Math.sqrt(Math.PI)) * Math.exp(-size * size) * sum);
}

import { gammaln } from 'simple-statistics';

/**
 * P(|T| >= |t|) for Student's t with `freedom` > 0 degrees, which need not be whole: the regularized incomplete beta
 * function I_x(freedom / 2, 1 / 2) at x = freedom / (freedom + t²) (Abramowitz and Stegun, 26.7.1).
 */
export function studentTTwoSided(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** I_x(a, b) by its continued fraction (DLMF 8.17.22), which converges below the mean; above it by symmetry. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const logFactor = a * Math.log(x) + b * Math.log1p(-x) + gammaln(a + b) - gammaln(a) - gammaln(b);
  // It takes a number of terms that grows like the root of the parameters; these are several times as many.
  let fraction = 1;
  for (let m = 50 + 5 * Math.ceil(Math.sqrt(a + b)); m >= 0; m--) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    fraction = 1 + odd / fraction;
    if (m > 0) fraction = 1 + even / fraction;
  }
  return Math.exp(logFactor) / (a * fraction);
}

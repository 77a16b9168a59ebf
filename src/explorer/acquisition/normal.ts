/** Highest power first. */
const TAIL = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
  -1.26551223,
];

/** The density of the standard normal distribution. */
export function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/**
 * P(Z <= z), with a relative error below 1.2e-7 however small it is, which a table of the distribution or 1 - erf would
 * not have (the Chebyshev fit of erfc in Numerical Recipes, section 6.2).
 */
export function lowerTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const tail = (t * Math.exp(-x * x + TAIL.reduce((sum, coefficient) => sum * t + coefficient))) / 2;
  return z < 0 ? tail : 1 - tail;
}

import type { Estimate } from './acquisition.js';
import { density, lowerTail } from './normal.js';

/**
 * The expected improvement over the best (Jones, Schonlau and Welch, J. Global Optimization 1998), the estimate being
 * normally distributed. Without spread it is the difference of the means, below 0 where there is no improvement, so
 * that it still ranks.
 */
export function expectedImprovement({ mean, spread }: Estimate, best: number): number {
  const difference = mean - best;
  if (!(spread > 0)) return difference;
  const z = difference / spread;
  return Math.max(0, difference * lowerTail(z) + spread * density(z));
}

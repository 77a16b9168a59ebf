import type { Estimate } from './acquisition.js';

/**
 * Standard deviations by which a config is given the benefit of the doubt: the root of the paper's beta, held constant.
 */
const OPTIMISM = 1;

/** The upper confidence bound (GP-UCB of Srinivas et al., ICML 2010). Without spread it is the mean. */
export function upperConfidenceBound({ mean, spread }: Estimate): number {
  return mean + OPTIMISM * spread;
}

import type { Acquisition } from './acquisition.js';
import { expectedImprovement } from './ei.js';
import { mean } from './mean.js';
import { upperConfidenceBound } from './ucb.js';

/** Acquisitions by name. */
export const acquisitions: Readonly<Record<string, Acquisition>> = {
  mean,
  ei: expectedImprovement,
  ucb: upperConfidenceBound,
};

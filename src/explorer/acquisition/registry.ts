import type { Acquisition } from './acquisition.js';
import { expectedImprovement } from './ei.js';
import { mean } from './mean.js';
import { upperConfidenceBound } from './ucb.js';

const known = {
  mean,
  ei: expectedImprovement,
  ucb: upperConfidenceBound,
} satisfies Record<string, Acquisition>;

/** Acquisitions by name. */
export const acquisitions: Readonly<Record<string, Acquisition> & Record<keyof typeof known, Acquisition>> = known;

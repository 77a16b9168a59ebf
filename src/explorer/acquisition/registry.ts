import { explained, type Explained } from '../../target/explained.js';
import type { Acquisition } from './acquisition.js';
import { expectedImprovement } from './ei.js';
import { mean } from './mean.js';
import { upperConfidenceBound } from './ucb.js';

const known = {
  mean: explained('what the model predicts', mean),
  ei: explained('the improvement that is expected over the best known', expectedImprovement),
  ucb: explained('the prediction, and more where the model is unsure', upperConfidenceBound),
} satisfies Record<string, Explained<Acquisition>>;

/** Acquisitions by name. */
export const acquisitions: Readonly<Record<string, Explained<Acquisition>> & typeof known> = known;

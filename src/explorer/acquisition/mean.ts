import type { Estimate } from './acquisition.js';

/** The model's score itself: pure exploitation. */
export function mean(estimate: Estimate): number {
  return estimate.mean;
}

import type { Config } from '../../space/config.js';
import type { Proposal } from '../proposal.js';

/** The n best. */
export function topK(proposals: readonly Proposal[], n: number): Config[] {
  return proposals.slice(0, n).map(({ config }) => config);
}

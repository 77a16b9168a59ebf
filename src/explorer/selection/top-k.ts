import type { Config } from '../../space/config.js';
import type { Candidate } from '../candidate.js';

/** The n best. */
export function topK(candidates: readonly Candidate[], n: number): Config[] {
  return candidates.slice(0, n).map(({ config }) => config);
}

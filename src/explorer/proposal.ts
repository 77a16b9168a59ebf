import type { Config } from '../space/config.js';

/** A config that may be tried, and its score; higher is better, in any unit. */
export interface Proposal {
  readonly config: Config;
  readonly score: number;
}

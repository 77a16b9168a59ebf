import type { Config } from '../space/config.js';
import type { Layout } from './layout.js';

/** A view of a config as numbers, without a compiler. */
export interface Featurizer {
  /** What each number is; rows of two featurizers can be learned from together only when these are equal. */
  readonly names: readonly string[];
  /** Count of the numbers. */
  readonly width: number;
  /** How the columns stand for nodes; absent where each has a meaning of its own. */
  readonly layout?: Layout;
  /** Writes the numbers of a config of the featurizer's space to `out[offset … offset + width)`. */
  write(config: Config, out: Float32Array, offset: number): void;
}

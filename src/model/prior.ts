import type { Row } from './model.js';
import type { Config } from '../space/config.js';
import type { Values } from '../space/space.js';

/** What a search learns from other tasks. */
export interface Prior {
  /** Rows to learn from, with the same features as the search's own and a group for each task. */
  readonly rows: readonly Row[];
  /** Configs that were best elsewhere, best first. */
  readonly warmStarts: readonly Config[];
  /** What the author of the template suggests first, or the config nearest to that. */
  readonly suggested?: Config | undefined;
  /** Of warm starts, by index, the groups of rows that they were the best of; those of one without are not known. */
  readonly origins?: ReadonlyMap<number, readonly string[]>;
  /** What was tried of the same template elsewhere, the nearest first; absent: nothing. */
  readonly known?: readonly KnownTask[];
}

/** What was tried of one template on one workload and machine. */
export interface KnownTask {
  /** Name of the workload. */
  readonly workload: string;
  /** As the log writes it. */
  readonly target: string;
  /** The machine, where it is known. */
  readonly fingerprint: string | undefined;
  /** A text that tasks share exactly when they are of one workload, target and machine, whatever their template. */
  readonly place: string;
  /** Doublings of a size between that workload and machine and those of the search. */
  readonly distance: number;
  /** Best first, failures last. */
  readonly trials: readonly RankedTrial[];
}

export interface RankedTrial {
  readonly values: Values;
  /** Throughput relative to the best that is known of its workload and machine, of whatever template; 0: it failed. */
  readonly share: number;
}

export const nothingKnown: Prior = { rows: [], warmStarts: [] };

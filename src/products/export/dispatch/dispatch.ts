import type { DispatchTree } from '../../../backend/library/dispatch-tree.js';
import type { LibraryItem } from '../../../backend/library/library.js';
import type { OnNote } from '../../../log/read-logs.js';
import type { Workload } from '../../../operator/operator.js';
import type { Known } from '../../../templates/known.js';
import type { LearnedRow } from './learned-row.js';

/** What a rule may go by. */
export interface DispatchSource {
  /** The kernels of the logs. */
  readonly items: readonly LibraryItem[];
  /** Paths. */
  readonly logs: readonly string[];
  readonly known: Known;
  readonly onNote: OnNote | undefined;
}

/** Which schedule an untuned shape gets. */
interface Dispatch {
  /** Kernels for a workload, one for each target that has schedules for it and on which it was not tuned. */
  readonly kernelsFor: (workload: Workload) => readonly LibraryItem[];
  /** What the library itself knows of the choice. */
  readonly trees: readonly DispatchTree[];
  /** The same for who exports it. */
  readonly rows: readonly LearnedRow[];
}

/** A way to choose it. */
export type DispatchRule = (source: DispatchSource) => Promise<Dispatch>;

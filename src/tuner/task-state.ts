import type { KnownTrial } from '../log/record/trials.js';
import type { Prior } from '../model/prior.js';
import type { Task } from '../templates/template.js';

/** One task of a run, with what is known of it beforehand. */
export interface TaskState {
  readonly task: Task;
  /**
   * Trials of this task that the log holds already, oldest first: they count as done, and the search learns from them.
   */
  readonly resumed: readonly KnownTrial[];
  /** What is known from other workloads and machines. */
  readonly prior: Prior;
}

import type { Phase } from '../log/record/record.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import type { KnownTrial } from '../log/record/trials.js';

/** What another run measured of a task of this one. */
export interface Heard {
  readonly task: Task;
  readonly phase: Phase;
  readonly trial: KnownTrial;
}

/** Other runs of the same tasks at the same time, as the tuner meets them. */
export interface Companions {
  /** What they have measured since the last call, oldest first. */
  take(): readonly Heard[];
  /** Those of the configs that none of them has measured or is about to: they are this run's now. */
  claim(task: Task, configs: readonly Config[]): Promise<readonly Config[]>;
  /** Whether a first one showed since the last claim, so that it knows nothing of that. */
  joined(): boolean;
}

import type { Catalogue } from '../catalogue/catalogue.js';
import type { Trainer } from '../model/trainer/trainer.js';
import type { Family } from '../transfer/family.js';
import type { Counts } from '../target/format.js';
import type { TrialCount } from './budget.js';
import type { Subject } from './events.js';
import type { FinalsMeasurer } from './finals.js';
import type { JournalPart } from './journal.js';
import type { Clock } from './machine-state.js';
import type { Settings } from './settings.js';
import type { TaskState } from './task-state.js';
import type { RunLog } from './run-events.js';

/** What a run needs. */
export interface RunOptions {
  /** Tasks of one workload, one a template; they share one budget (`allocation.ts`). */
  readonly taskStates: readonly TaskState[];
  /** As events name it; default: as the tasks say. */
  readonly subject?: Subject;
  /** Floating-point operations of the workload, or what else GFLOPS count. */
  readonly flops: number;
  readonly counts?: Counts;
  readonly settings: Settings;
  /** Where explorer and model of the settings are found; default: what comes with tune. */
  readonly catalogue?: Catalogue;
  readonly measurer: FinalsMeasurer;
  /** Trains the models of this run; the caller's to close. */
  readonly trainer: Trainer;
  readonly budget: TrialCount;
  /** Tasks that are tuned at the same time, these among them, and learn from each other. */
  readonly family?: Family;
  /** Measures the machine's peak in FLOP/s, at the end of the run. */
  readonly peak?: () => Promise<number | undefined>;
  /** Receives every trial before its event, and hears of other runs on the same log, whose trials count as done. */
  readonly journal?: JournalPart;
  /** By which the machine is watched; default: that of the system. */
  readonly clock?: Clock;
  /** The log, as the last event names it. */
  readonly log?: RunLog;
}

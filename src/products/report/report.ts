import { comparisons } from '../../log/record/best.js';
import type { LoggedRecord } from '../../log/record/log.js';
import type { Known } from '../../templates/known.js';
import type { LogSummary } from '../../log/read-logs.js';
import { knobFiguresOf, type KnobFigures } from './knobs.js';
import type { PeerRow, Roof } from './peers.js';
import { predictionsOf, type PredictedBatch } from './predictions.js';
import { workSeconds } from '../../log/record/effort.js';
import { seriesOf, type Series } from './series.js';
import { workOf, type KernelWork } from './subject.js';
import { taskStats, type TaskStats } from './task-stats.js';

/** Everything that a page shows. */
export interface Report {
  readonly logs: readonly LogSummary[];
  readonly tasks: readonly TaskReport[];
  /** Our kernels beside other libraries; none where no comparison was given. */
  readonly peers: readonly PeerRow[];
  readonly roofs: readonly Roof[];
}

export interface TaskReport extends TaskStats, KernelWork {
  readonly series: readonly Series[];
  readonly predictions: readonly PredictedBatch[];
  readonly knobs: readonly KnobFigures[];
}

/** Rows of parallel coordinates of all tasks, and at least and at most of a template. */
const ROWS = 16_000;
const LEAST_ROWS = 60;
const MOST_ROWS = 400;

/** What logs hold, a workload on a target and machine each, in the order in which they first appear. */
export function taskReports(records: readonly LoggedRecord[], known: Known): TaskReport[] {
  const tasks = comparisons(records);
  const work = workSeconds(records);
  const stats = tasks.map((comparison) => taskStats(comparison, work, known));
  const templates = stats.reduce((sum, task) => sum + task.templates.length, 0);
  const most = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(ROWS / templates)));
  return tasks.map(({ records: ofTask }, place) => ({
    ...stats[place]!,
    ...workOf(ofTask[0]!, known),
    series: seriesOf(ofTask, work),
    predictions: predictionsOf(ofTask),
    knobs: knobFiguresOf(ofTask, most),
  }));
}

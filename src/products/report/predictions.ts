import { kendallTau } from '../../explorer/kendall-tau.js';
import { grouped } from '../../target/grouped.js';
import type { TuneRecord } from '../../log/record/record.js';
import { timeOf } from '../../log/record/time.js';
import { thinned } from './thinned.js';

/** What the model predicted of one batch, and what was measured. */
export interface PredictedBatch {
  /** Counts from 1 within its run. */
  readonly batch: number;
  readonly run: string;
  readonly template: string;
  readonly trials: number;
  readonly failed: number;
  /**
   * Kendall's tau-b of scores and throughput over the trials that worked, from -1 to 1; null where fewer than three
   * did.
   */
  readonly tau: number | null;
  /** Score, and measured seconds, of those that worked, thinned. */
  readonly points: readonly (readonly [score: number, seconds: number])[];
}

/** Fewer have no order to speak of. */
const LEAST = 3;
/** Points of all batches of a task. */
const POINTS = 1500;

/** The batches of a task for which the log holds predictions, in the order of time. */
export function predictionsOf(records: readonly TuneRecord[]): PredictedBatch[] {
  const predicted = records.filter(({ tune }) => tune?.proposal?.score !== undefined);
  const keyOf = ({ task, tune }: TuneRecord): string => JSON.stringify([tune!.run, task, tune!.proposal!.batch]);
  const batches = [...grouped(predicted, keyOf).values()].sort((a, b) => a[0].timestamp - b[0].timestamp);
  const most = Math.max(LEAST, Math.floor(POINTS / batches.length));
  return batches.map((batch) => predictedBatch(batch, most));
}

function predictedBatch(batch: readonly TuneRecord[], most: number): PredictedBatch {
  const { task, tune } = batch[0]!;
  const points = batch.flatMap((record) => {
    const seconds = timeOf(record)?.seconds;
    return seconds === undefined ? [] : [[record.tune!.proposal!.score!, seconds] as const];
  });
  const scores = points.map(([score]) => score);
  const speeds = points.map(([, seconds]) => 1 / seconds);
  return {
    batch: tune!.proposal!.batch,
    run: tune!.run ?? '',
    template: task,
    trials: batch.length,
    failed: batch.length - points.length,
    tau: points.length < LEAST ? null : kendallTau(scores, speeds),
    points: thinned(points, most, most / 4, ([, seconds]) => seconds),
  };
}

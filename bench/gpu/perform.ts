import { shapeOf } from '../../src/tuner/tune-options.js';
import { findRecord, RecordIndex, type Found } from '../../src/products/bench/records.js';
import { readLog } from '../../src/log/record/log.js';
import { MissingError, TuneError, WorkError } from '../../src/target/errors.js';
import type { Target } from '../../src/target/target.js';
import { tuneToEnd } from '../tune-run.js';
import { compare, type PeerTimes } from './compare.js';
import type { Job } from './jobs.js';
import type { GpuRow } from './row.js';
import { formatTarget } from '../../src/backend/registry.js';

/** What all workloads are tuned and timed with. */
export interface Setup extends PeerTimes {
  readonly target: Target;
  /** All trials are appended to it. */
  readonly log: string;
  /** Most trials of a workload. */
  readonly trials: number;
}

/**
 * Tunes a workload and times the best kernel beside its peers. What cannot be done is said in the row. Throws
 * MissingError.
 */
export async function perform(job: Job, minutes: number, setup: Setup): Promise<GpuRow> {
  const { suite, name, operator, workload } = job;
  const row = { suite, workload: name, flops: operator.flops(workload) };
  try {
    await search(job, minutes, setup);
    return { ...row, ...(await compare(job, await findBest(job, setup), setup)) };
  } catch (error) {
    if (!(error instanceof TuneError) || error instanceof MissingError) throw error;
    return { ...row, ours: { why: error.message, failed: true }, peers: [] };
  }
}

async function search(job: Job, minutes: number, { target, log, trials, seed }: Setup): Promise<void> {
  const { name } = job.operator;
  const budget = { minutes, trials, earlyStop: trials };
  await tuneToEnd({
    operator: name,
    shape: shapeOf(job.operator, job.workload),
    target: formatTarget(target),
    ...budget,
    seed,
    log,
  });
}

async function findBest({ operator, workload }: Job, { target, log }: Setup): Promise<Found> {
  const { records } = await readLog(log);
  const found = findRecord(new RecordIndex(records).of(operator, workload, target));
  if (typeof found === 'string') throw new WorkError(`There is ${found} of ${workload.name} in ${log}.`);
  return found;
}

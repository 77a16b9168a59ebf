import { retuneOptionsSchema, runJob, type RetuneOptions } from '../products/retune/job.js';
import type { RetuneRow } from '../products/retune/retune-rows.js';
import { checked } from '../target/checked.js';

/**
 * Makes a set of logs good on this machine, as a manifest says (docs/guide/retune.md). A record of this machine that
 * still reproduces is kept. For any other workload it tries the best of the nearest hardware, searches within the
 * budget, and lets old best and new best take turns: the old one is replaced only where their intervals separate. What
 * an aborted job has done counts when it is started again. Throws UsageError, with the place in the file, for a
 * manifest that cannot be met, MissingError for what this machine lacks, WorkError where a log cannot be written.
 */
export async function retune(manifest: string, options: RetuneOptions = {}): Promise<readonly RetuneRow[]> {
  return runJob(manifest, checked(retuneOptionsSchema, options));
}

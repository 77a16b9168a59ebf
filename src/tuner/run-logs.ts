/** The logs that a run begins with: its own, and its history. */
import { workloadKey } from '../log/record/key.js';
import { readLog, skippedText, type IsWanted, type Log } from '../log/record/log.js';
import { UsageError, WorkError } from '../target/errors.js';
import { keysOf, type WorkloadTasks } from './workload-tasks.js';

export interface NamedLog extends Log {
  readonly path: string;
}

/**
 * Reads the logs of `--history`. Throws UsageError when one does not exist, WorkError when one holds no record at all.
 */
export function readHistory(paths: readonly string[]): Promise<readonly NamedLog[]> {
  return Promise.all(
    paths.map(async (path) => {
      const log = { path, ...(await readLog(path)) };
      if (log.records.length > 0) return log;
      throw new WorkError(`There is nothing to learn from in the history: ${noteSkipped(log) ?? `${path} is empty`}.`);
    }),
  );
}

const nothing: Log = { records: [], skippedLines: 0, skipped: [] };

/** Selects records of the tasks' workloads, since a log may hold much else. */
function isOneOf(subjects: readonly WorkloadTasks[]): IsWanted {
  const keys = new Set(subjects.flatMap(keysOf));
  return (record) => keys.has(workloadKey(record));
}

/** What a log holds of the tasks. One that does not exist yet is empty, and so is none. */
export async function readOwnLog(path: string | undefined, subjects: readonly WorkloadTasks[]): Promise<NamedLog> {
  if (path === undefined) return { path: '', ...nothing };
  try {
    return { path, ...(await readLog(path, isOneOf(subjects))) };
  } catch (error) {
    if (error instanceof UsageError) return { path, ...nothing };
    throw error;
  }
}

/** How much of a log could not be read, if that is anything. */
export function noteSkipped(log: NamedLog): string | undefined {
  const skipped = skippedText(log);
  return skipped === undefined ? undefined : `${log.path}: ${skipped}`;
}

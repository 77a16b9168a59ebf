import { grouped } from '../../target/grouped.js';
import { versionKey } from '../record/key.js';
import { readLog, skippedText, type LoggedRecord } from '../record/log.js';
import { uniqueLabels } from './label.js';
import { describeTask } from './own-task.js';

/** What a log, of ours or of AutoTVM's, holds of one task. */
interface LogTask {
  /** For people, unique within the log. */
  readonly label: string;
  readonly records: readonly [LoggedRecord, ...LoggedRecord[]];
}

/** A log by its tasks. */
export interface LogOfTasks {
  /** In the order of the log. */
  readonly records: readonly LoggedRecord[];
  readonly tasks: readonly LogTask[];
  /** Lines without use, and the sentence that says so. */
  readonly skippedLines: number;
  readonly skipped: string | undefined;
}

/** Reads a log: a task for every template and version, workload, target and machine. Throws as `readLog`. */
export async function readLogTasks(path: string): Promise<LogOfTasks> {
  const log = await readLog(path);
  const groups = [...grouped(log.records, versionKey).values()];
  const labels = uniqueLabels(groups.map(([first]) => describeTask(first)));
  return {
    records: log.records,
    tasks: groups.map((records, place) => ({ label: labels[place]!, records })),
    skippedLines: log.skippedLines,
    skipped: skippedText(log),
  };
}

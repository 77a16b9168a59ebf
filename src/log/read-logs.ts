import { z } from 'zod';
import { selectBest, type Best } from './record/best.js';
import { readLog, skippedText, type LoggedRecord } from './record/log.js';
import { count } from './json-keys.js';
import { UsageError, WorkError } from '../target/errors.js';

/** Hears what a person should know of what was read. */
export type OnNote = (text: string) => void;

export const onNoteSchema = z.custom<OnNote>((value) => typeof value === 'function', 'must be a function');

/** The same, called with each text once. */
export function onceEach(onNote: OnNote | undefined): OnNote {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) onNote?.(text);
    said.add(text);
  };
}

const pathsSchema = z
  .array(z.string('must be a path'), 'must be a list of paths')
  .min(1, 'must name one at least')
  .readonly();

/** Throws UsageError for what is no list of paths, as a single one is that is not in a list. */
export function checkPaths(paths: readonly string[]): void {
  const issue = pathsSchema.safeParse(paths).error?.issues[0];
  if (issue) throw new UsageError(`The logs: ${issue.message}.`);
}

export const logSummarySchema = z.object({
  log: z.string(),
  records: count,
  skipped: count.describe('lines without a record'),
});

/** How much of a log is read. */
export type LogSummary = Readonly<z.output<typeof logSummarySchema>>;

/** What some logs hold, and how much of each is read. */
export interface ReadLogs {
  readonly records: readonly LoggedRecord[];
  readonly logs: readonly LogSummary[];
}

/** Everything that some logs hold; `onNote` gets what cannot be read. Throws UsageError for a log that is missing. */
async function readLogs(paths: readonly string[], onNote?: OnNote): Promise<ReadLogs> {
  const records: LoggedRecord[] = [];
  const logs: LogSummary[] = [];
  for (const path of new Set(paths)) {
    const log = await readLog(path);
    for (const record of log.records) records.push(record);
    logs.push({ log: path, records: log.records.length, skipped: log.skippedLines });
    const skipped = skippedText(log);
    if (skipped !== undefined) onNote?.(`${path}: ${skipped}`);
  }
  return { records, logs };
}

/** The records alone. */
export async function recordsOfLogs(paths: readonly string[], onNote?: OnNote): Promise<readonly LoggedRecord[]> {
  return (await readLogs(paths, onNote)).records;
}

/** The same, of which there must be one. Throws WorkError where there is none. */
export async function someRecords(paths: readonly string[], onNote?: OnNote): Promise<ReadLogs> {
  checkPaths(paths);
  const read = await readLogs(paths, onNote);
  if (read.records.length > 0) return read;
  throw new WorkError(`There is no record in ${paths.join(', ')}: name a log that \`tune\` or AutoTVM wrote.`);
}

/**
 * The best record of every workload, target and machine in some logs, and how many configs were tried for it. Throws
 * UsageError for a log that does not exist, WorkError when there is no successful record.
 */
export async function bestOfLogs(paths: readonly string[], onNote?: OnNote): Promise<readonly Best<LoggedRecord>[]> {
  checkPaths(paths);
  const records = await recordsOfLogs(paths, onNote);
  const found = selectBest(records);
  if (found.length > 0) return found;
  const what = records.length === 0 ? 'record' : 'successful record';
  throw new WorkError(`There is no ${what} in ${paths.join(', ')}: name a log that \`tune\` or AutoTVM wrote.`);
}

import { codeOf, unreadable } from './log-errors.js';
import { linesOf, type Line } from './lines.js';
import { decode, LONGEST_LINE, type TuneRecord } from './record.js';

export { LogWriter } from './log-writer.js';

/** A record and where it was read. */
export interface LoggedRecord extends TuneRecord {
  readonly log: string;
  /** Counts from 1. */
  readonly line: number;
}

/** A line that holds no record, and why. */
export interface Skipped {
  readonly line: number;
  readonly reason: string;
}

export interface Log {
  readonly records: readonly LoggedRecord[];
  readonly skipped: readonly Skipped[];
}

/**
 * Everything that a log holds, decompressed when its name ends in `.gz`. Comments and empty lines are passed over; what
 * is torn, damaged, foreign or hostile is skipped with a reason. Throws UsageError when there is no such file,
 * WorkError when it cannot be read.
 */
export async function readLog(path: string): Promise<Log> {
  const records: LoggedRecord[] = [];
  const skipped: Skipped[] = [];
  let last = 0;
  try {
    for await (const line of linesOf(path, LONGEST_LINE)) {
      last = line.number;
      const found = recordIn(line);
      if (typeof found === 'string') skipped.push({ line: line.number, reason: found });
      else if (found) records.push({ ...found, log: path, line: line.number });
    }
  } catch (error) {
    if (!codeOf(error).startsWith('Z_')) throw await unreadable(path, error);
    skipped.push({
      line: last + 1,
      reason: `the compressed file is damaged from here on, and what follows is lost (${(error as Error).message})`,
    });
  }
  return { records, skipped };
}

/** The record of a line, why there is none, or undefined for a line that is meant to hold none. */
function recordIn({ text, ended, number }: Line): TuneRecord | string | undefined {
  if (text === undefined) return `longer than ${LONGEST_LINE} bytes`;
  const line = (number === 1 ? text.replace(/^\uFEFF/, '') : text).trim();
  if (line === '' || line.startsWith('#')) return undefined;
  const found = decode(line);
  return typeof found === 'string' && !ended ? `torn: the file ends within this line` : found;
}

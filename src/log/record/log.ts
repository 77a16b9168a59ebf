import { plural } from '../../target/format.js';
import { isDamage } from './compressed.js';
import { unreadable } from './log-errors.js';
import { grouped } from '../../target/grouped.js';
import { linesOf, type Line } from './lines.js';
import { decode, LONGEST_LINE, type TuneRecord } from './record.js';
import { SharedValues } from './shared-values.js';

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
  /** How many lines hold no record. */
  readonly skippedLines: number;
  /** The first hundred of them. */
  readonly skipped: readonly Skipped[];
}

/** However many lines are skipped, so many are kept. */
const KEPT = 100;
/** So many reasons are shown. */
const SHOWN = 3;

/** How many lines hold no record, and where and why first; undefined where all do. */
export function skippedText({ skippedLines, skipped }: Pick<Log, 'skippedLines' | 'skipped'>): string | undefined {
  if (skippedLines === 0) return undefined;
  const firsts = grouped(skipped, ({ reason }) => reason).values();
  const reasons = [...firsts].slice(0, SHOWN).map(([{ line, reason }]) => `line ${line}: ${reason}`);
  return `${plural(skippedLines, 'line')} without a record (${reasons.join('; ')})`;
}

/** Which of a log's records are kept; default: all. */
export type IsWanted = (record: TuneRecord) => boolean;

/**
 * Everything that a log holds, decompressed when its name ends in `.gz` or `.br`. Comments and empty lines are passed
 * over; what is torn, damaged, foreign or hostile is skipped with a reason. The log is read as a stream, and what its
 * records have in common is kept once. Throws UsageError when there is no such file, or no plain one, WorkError when it
 * cannot be read.
 */
export async function readLog(path: string, isWanted: IsWanted = () => true): Promise<Log> {
  const records: LoggedRecord[] = [];
  const skips = new Skips();
  const shared = new SharedValues();
  for await (const { record, line } of recordsIn(path, skips.on))
    if (isWanted(record)) records.push({ ...shared.in(record), log: path, line });
  return { records, ...skips.result() };
}

/** Counts the lines that hold no record, and keeps the first of them. */
export class Skips {
  readonly #skipped: Skipped[] = [];
  #lines = 0;

  readonly on = (line: number, reason: string): void => {
    this.#lines++;
    if (this.#skipped.length < KEPT) this.#skipped.push({ line, reason });
  };

  result(): Pick<Log, 'skippedLines' | 'skipped'> {
    return { skippedLines: this.#lines, skipped: this.#skipped };
  }
}

/** A record as its line has it. */
export interface LineOfLog {
  readonly record: TuneRecord;
  readonly line: number;
  /** The JSON. */
  readonly text: string;
}

/** The records of a log one by one, and of every other line why it holds none; otherwise as `readLog`. */
export async function* recordsIn(
  path: string,
  onSkip: (line: number, reason: string) => void,
): AsyncGenerator<LineOfLog, void, void> {
  let last = 0;
  try {
    for await (const line of linesOf(path, LONGEST_LINE)) {
      last = line.number;
      const found = recordIn(line);
      if (typeof found === 'string') onSkip(line.number, found);
      else if (found) yield { ...found, line: line.number };
    }
  } catch (error) {
    if (!isDamage(error)) throw await unreadable(path, error);
    const { message } = error as Error;
    onSkip(last + 1, `the compressed file is damaged from here on, and what follows is lost (${message})`);
  }
}

/** The record of a line, why there is none, or undefined for a line that is meant to hold none. */
function recordIn({ text, ended, number }: Line): Pick<LineOfLog, 'record' | 'text'> | string | undefined {
  if (text === undefined) return `longer than ${LONGEST_LINE} bytes`;
  const line = (number === 1 ? text.replace(/^\uFEFF/, '') : text).trim();
  if (line === '' || line.startsWith('#')) return undefined;
  if (/^\0+$/.test(line)) return 'zeros, which a power cut leaves';
  const found = decode(line);
  if (typeof found !== 'string') return { record: found, text: line };
  return ended ? found : `torn: the file ends within this line`;
}

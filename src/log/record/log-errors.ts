import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TuneError, UsageError, WorkError } from '../../target/errors.js';
import { closeTo } from '../../target/nearest.js';

/** The system's code of an error (`ENOENT`, `Z_BUF_ERROR`, …), or an empty text. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Why a log could not be read, for the person who named it. */
export async function unreadable(path: string, error: unknown): Promise<Error> {
  switch (codeOf(error)) {
    case 'ENOENT':
      return new UsageError(`There is no log "${path}"${await instead(path)}`);
    case 'EISDIR':
      return new UsageError(`"${path}" is a folder; name a log file in it.`);
    case 'NOT_A_FILE':
      return new UsageError(`"${path}" is a pipe or a device, which may have no end; name a plain file.`);
    case '':
      return error as Error;
    default:
      return new WorkError(`The log "${path}" cannot be read: ${inWords(error)}.`);
  }
}

/** Why a log could not be written, for the person who named it. */
export function unwritable(path: string, error: unknown): Error {
  if (error instanceof TuneError || codeOf(error) === '') return error as Error;
  const reason = reasons[codeOf(error)] ?? inWords(error);
  return new WorkError(`The log "${path}" cannot be written: ${reason}. Name another one with --log.`);
}

/** Where the system's words, or their lack, would not help. */
const reasons: Readonly<Record<string, string | undefined>> = {
  EISDIR: 'it is a folder',
  NOT_A_FILE: 'it is a pipe or a device',
};

/** `no space left on device` of "ENOSPC: no space left on device, write". */
function inWords(error: unknown): string {
  const { message } = error as Error;
  return /^\w+: ([^,]+)/.exec(message)?.[1] ?? message;
}

/**
 * How the sentence about a missing log ends: with the log that may have been meant, with those that are there, or with
 * how to get one.
 */
async function instead(path: string): Promise<string> {
  const folder = dirname(path);
  const entries = await readdir(folder, { withFileTypes: true }).catch(codeOf);
  if (typeof entries === 'string') return entries === 'ENOENT' ? `: there is no folder "${folder}".` : '.';
  const logs = entries.filter((entry) => entry.isFile() && logEnding.test(entry.name)).map(({ name }) => name);
  const near = closeTo(stemOf(path), logs.map(stemOf));
  const meant = logs.find((name) => stemOf(name) === near);
  if (meant !== undefined) return `: did you mean "${join(folder, meant)}"?`;
  const where = folder === '.' ? 'here' : `in "${folder}"`;
  if (logs.length === 0) return `, and no other ${where}; \`tune <operator> --log FILE\` writes one.`;
  const more = logs.length > shownLogs ? ` and ${logs.length - shownLogs} more` : '';
  return `; the logs ${where}: ${logs.sort().slice(0, shownLogs).join(', ')}${more}.`;
}

const shownLogs = 5;
/** Ours, and what AutoTVM's users name theirs. */
const logEnding = /\.(jsonl|log)(\.gz|\.br)?$/;

/** A log's name without what all logs have in common. */
function stemOf(path: string): string {
  return basename(path).replace(logEnding, '');
}

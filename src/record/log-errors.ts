import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TuneError, UsageError, WorkError } from '../target/errors.js';
import { nearest } from '../target/nearest.js';

/** The system's code of an error (`ENOENT`, `Z_BUF_ERROR`, …), or an empty text. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Why a log could not be read, for the person who named it. */
export async function unreadable(path: string, error: unknown): Promise<Error> {
  switch (codeOf(error)) {
    case 'ENOENT': {
      const near = await nearestFile(path);
      return new UsageError(`There is no log "${path}"${near === undefined ? '.' : `; the nearest is "${near}".`}`);
    }
    case 'EISDIR':
      return new UsageError(`"${path}" is a folder; name a log file in it.`);
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
  ELOCKED: 'another program holds its lock',
};

/** `no space left on device` of "ENOSPC: no space left on device, write". */
function inWords(error: unknown): string {
  const { message } = error as Error;
  return /^\w+: ([^,]+)/.exec(message)?.[1] ?? message;
}

/** The file beside a missing one whose name is closest. */
async function nearestFile(path: string): Promise<string | undefined> {
  const entries = await readdir(dirname(path), { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.length === 0 ? undefined : join(dirname(path), nearest(basename(path), names));
}

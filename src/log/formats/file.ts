import { isDamage } from '../record/compressed.js';
import { unreadable } from '../record/log-errors.js';
import { bytesOf } from '../record/lines.js';
import { WorkError } from '../../target/errors.js';

/** Longest text that is read, in bytes; real caches have some ten million. */
const LONGEST_TEXT = 2 ** 29 - 2 ** 10;
const HEAD = 2 ** 14;

export interface Text {
  readonly text: string;
  /** Why a compressed file ends too early, if it does. */
  readonly damage: string | undefined;
}

/**
 * A whole file, decompressed when its name ends in `.gz`. Throws UsageError when there is none, WorkError when it
 * cannot be read.
 */
export function textOf(path: string): Promise<Text> {
  return read(path, LONGEST_TEXT);
}

/** How a file begins: some thousand characters. Throws like `textOf`. */
export async function headOf(path: string): Promise<string> {
  return (await read(path, HEAD)).text;
}

async function read(path: string, limit: number): Promise<Text> {
  const chunks: Buffer[] = [];
  let [length, damage]: [number, string | undefined] = [0, undefined];
  try {
    for await (const chunk of bytesOf(path)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limit) break;
    }
  } catch (error) {
    if (!isDamage(error)) throw await unreadable(path, error);
    damage = (error as Error).message;
  }
  if (length >= LONGEST_TEXT)
    throw new WorkError(`"${path}" is too long for a cache: more than ${LONGEST_TEXT} bytes.`);
  return {
    text: Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
    damage,
  };
}

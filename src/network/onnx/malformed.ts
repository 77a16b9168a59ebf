import { UsageError } from '../../target/errors.js';

/** What is wrong inside of a file, as half a sentence; whoever knows the file's path makes a UsageError of it. */
export class Malformed extends Error {}

/** Carries out a reading of a file. Throws UsageError, with the path and the next step where there is one. */
export function readingOf<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) throw new UsageError(`Cannot read ${path}: ${error.message}.`);
    throw error;
  }
}

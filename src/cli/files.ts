/** Files that a command is asked to write beside what it prints. */
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { WorkError } from '../target/errors.js';

/** Before minutes of measuring rather than after them; what the file holds stays. Throws WorkError. */
export function checkWritable(file: string): void {
  writing(file, () => {
    // Opening a pipe would wait for a reader.
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isFIFO() === true) throw new Error('it is a pipe');
    closeSync(openSync(file, 'a'));
  });
}

/** Throws WorkError. */
export function write(file: string, text: string): void {
  writing(file, () => {
    writeFileSync(file, text);
  });
}

function writing(file: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new WorkError(`"${file}" cannot be written (${(error as Error).message}): choose another file.`);
  }
}

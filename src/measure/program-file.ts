import { realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The file that a program's name stands for, and what changes when that file does; undefined when there is none. */
export function programFile(program: string): readonly (string | number)[] | undefined {
  const places = program.includes('/')
    ? [program]
    : (process.env['PATH'] ?? '').split(delimiter).map(inFolder(program));
  for (const place of places) {
    try {
      const path = realpathSync(place);
      const { size, mtimeMs } = statSync(path);
      return [path, size, mtimeMs];
    } catch {
      // It is in a later folder, or nowhere.
    }
  }
  return undefined;
}

function inFolder(name: string): (folder: string) => string {
  return (folder) => join(folder, name);
}

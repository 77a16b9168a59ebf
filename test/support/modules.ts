import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

/** A folder for modules, there while the tests of a file run; writes one and returns its path. */
export function moduleFolder(): (name: string, text: string) => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-modules-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return (name, text) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
}

/** An example with parts of its text replaced, each of which must be there. */
export function exampleWith(name: string, ...replaced: readonly (readonly [from: string, to: string])[]): string {
  return replaced.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`examples/${name} has no "${from}"`);
      return text.replace(from, to);
    },
    readFileSync(join('examples', name), 'utf8'),
  );
}

/** The files of a library that are the same in all of them, but for its name: those of a folder of native/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../target/root.js';

/** Files of the folder by their place in a library; NAME stands for the library's. */
export type Places = Readonly<Record<string, string>>;

/** Names of C begin with the library's where they begin with `tunelib` there. */
function renamed(text: string, name: string): string {
  return text.replaceAll('tunelib', name).replaceAll('TUNELIB', name.toUpperCase());
}

export function fixedFiles(
  name: string,
  places: Places,
  folder: 'export' | 'network' = 'export',
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(places).map(([place, file]) => [
      place.replace('NAME', name),
      renamed(readFileSync(join(packageRoot(), 'native', folder, file), 'utf8'), name),
    ]),
  );
}

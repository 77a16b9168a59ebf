import { join } from 'node:path';
import { quote } from '../../target/format.js';
import type { LinkLine } from './library.js';

/** What a program adds to its compiler's line for libraries in a folder: headers, archives, flags. */
export function linkText(folder: string, lines: readonly LinkLine[]): string {
  const words = lines.flatMap(({ include, archive, flags }) => [
    quote(`-I${join(folder, include)}`),
    quote(join(folder, archive)),
    ...flags,
  ]);
  return [...new Set(words)].join(' ');
}

import { readFileSync } from 'node:fs';
import { pages } from './pages.js';

/** A command of a ```console block, and the lines that the page says it prints. */
interface Session {
  readonly path: string;
  readonly command: string;
  readonly lines: readonly string[];
}

/** Pages whose commands print the same on every machine and in seconds. */
export const reproducible = ['docs/guide/research.md', 'docs/reference/log.md'];

export const sessions: readonly Session[] = pages.flatMap((path) =>
  Array.from(readFileSync(path, 'utf8').matchAll(/^```console\n(.*?)^```$/gms)).flatMap(([, block = '']) =>
    block.split(/^\$ /m).flatMap((part) => {
      const [command = '', ...lines] = part.trimEnd().split('\n');
      return command === '' ? [] : [{ path, command, lines }];
    }),
  ),
);

/** The first lines of what a library has beside its kernels: of its headers, and of sources for every CPU. */
import { commentText } from './head-comment.js';
import type { LinkLine } from './library.js';
import { allTunedText, type Tuned } from './tuned.js';

interface LibraryFacts {
  /** Lines on the CPUs or GPUs that its kernels are for. */
  readonly needs: readonly string[];
  /** What compiles all of them. */
  readonly make: string;
  readonly link: LinkLine;
}

/** Of a header. `kernels`: how each was tuned. */
export function libraryHead(
  title: string,
  kernels: readonly (Tuned | undefined)[],
  { needs, make, link }: LibraryFacts,
): string {
  const program = ['gcc program.c', `-I${link.include}`, link.archive, ...link.flags].join(' ');
  return commentText([
    `${title} Written by tune.`,
    allTunedText(kernels),
    ...needs,
    `Each kernel is compiled by the flags in the first lines of its source; \`${make}\` does that for all.`,
    `Link: ${program}`,
  ]);
}

/**
 * The same files, where sources of `src/` say that they are for every CPU, and how they are compiled. `commands`: what
 * compiles some by path, where that is not what compiles all others.
 */
export function withPortableHeads(
  files: Iterable<readonly [string, string]>,
  commands: Readonly<Record<string, string>> = {},
): (readonly [string, string])[] {
  return Array.from(files, ([path, text]) => {
    if (!/^src\/\w+\.c$/.test(path)) return [path, text] as const;
    const command = commands[path] ?? `gcc -std=c11 -O2 -Iinclude -Isrc -c ${path}`;
    return [path, `/* For every CPU: ${command} */\n${text}`] as const;
  });
}

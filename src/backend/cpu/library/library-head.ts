/** The first lines of what a library has beside its kernels: of its headers, and of sources for every CPU. */
import { commentText } from '../../library/head-comment.js';
import type { LinkLine } from '../../library/library.js';
import { allTunedText, type Tuned } from '../../library/tuned.js';
import { cpuFacts } from './compile-line.js';

export interface HeadKernel {
  readonly tuned: Tuned | undefined;
  readonly requires: readonly string[];
}

/** Of a header. `elsewhere`: what calls do on a CPU that lacks a feature. */
export function libraryHead(
  title: string,
  kernels: readonly HeadKernel[],
  { link, elsewhere }: { readonly link: LinkLine; readonly elsewhere: string },
): string {
  const requires = [...new Set(kernels.flatMap((kernel) => kernel.requires))];
  const program = ['gcc program.c', `-I${link.include}`, link.archive, ...link.flags].join(' ');
  return commentText([
    `${title} Written by tune.`,
    allTunedText(kernels.map(({ tuned }) => tuned)),
    ...cpuFacts(requires),
    ...(requires.length > 0 ? [elsewhere] : []),
    'Each kernel is compiled by the flags in the first lines of its source; `make` does that for all.',
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

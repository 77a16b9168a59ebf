import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Graph } from './graph.js';
import { filesBelow } from './source-file.js';

/** A file of C. */
export interface NativeFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The files of C below a folder. */
function readNative(folder: string): NativeFile[] {
  return filesBelow(folder, ['.c', '.h'])
    .map((path) => posix.join(folder, path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/**
 * Of each file of C, the files that it needs: those that it includes, and those whose functions a `.c` file names in a
 * function or an initializer. Of functions of one name in several programs, that of the same folder is meant. What
 * macros expand to is not seen.
 */
export function nativeGraph(files: readonly NativeFile[]): Graph {
  const outlines = files.map(({ path, text }) => ({ path, text, ...outlineOf(text) }));
  const definers = new Map<string, string[]>();
  for (const { path, functions } of outlines.filter(({ path }) => path.endsWith('.c')))
    for (const name of functions) definers.set(name, [...(definers.get(name) ?? []), path]);
  const paths = files.map(({ path }) => path);
  return new Map(
    outlines.map(({ path, text, own, names }) => {
      const foreign = path.endsWith('.c') ? [...names].filter((name) => !own.has(name)) : [];
      const called = foreign.flatMap((name) => nearest(path, definers.get(name) ?? []));
      return [path, [...new Set([...includesOf(path, text, paths), ...called])]];
    }),
  );
}

/** Of several files those of the same folder, where there are any. */
function nearest(path: string, others: readonly string[]): readonly string[] {
  const beside = others.filter((other) => posix.dirname(other) === posix.dirname(path));
  return beside.length > 0 ? beside : others;
}

function includesOf(path: string, text: string, paths: readonly string[]): string[] {
  return Array.from(text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm), (match) => match[1]!).flatMap((name) => {
    const beside = posix.join(posix.dirname(path), name);
    return paths.includes(beside) ? beside : paths.filter((other) => other.endsWith(`/${name}`));
  });
}

interface Outline {
  /** What others may call, and all that the file defines. */
  readonly functions: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
  /** What its functions and initializers name, but for members. */
  readonly names: ReadonlySet<string>;
}

function outlineOf(text: string): Outline {
  const outline = { functions: new Set<string>(), own: new Set<string>(), names: new Set<string>() };
  let head: string[] = [];
  let depth = 0;
  let isCode = false;
  for (const token of tokensOf(text)) {
    if (depth === 0 && token === '{') isCode = enter(head, outline);
    if (token === '{') depth++;
    else if (token === '}') depth--;
    if (depth === 0) head = token === ';' || token === '}' ? [] : [...head, token];
    else if (isCode && /^\w/.test(token)) outline.names.add(token);
  }
  return outline;
}

/** Notes the function whose body begins after these tokens; returns whether it is a body or an initializer. */
function enter(head: readonly string[], { functions, own }: Record<'functions' | 'own', Set<string>>): boolean {
  if (head.at(-1) === '=') return true;
  const name = head[head.indexOf('(') - 1];
  if (head.at(-1) !== ')' || name === undefined) return false;
  own.add(name);
  if (!head.includes('static')) functions.add(name);
  return true;
}

/** Names without those of members, brackets and the signs that end declarations; no comments, texts or directives. */
function tokensOf(text: string): readonly string[] {
  const code = text
    .replace(/\/\*[^]*?\*\/|\/\/.*/g, ' ')
    .replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, ' ')
    .replace(/^[ \t]*#(?:.*\\\n)*.*$/gm, ' ');
  return code.match(/(?:\.|->)\s*[A-Za-z_]\w*|[A-Za-z_]\w*|[{}();=]/g) ?? [];
}

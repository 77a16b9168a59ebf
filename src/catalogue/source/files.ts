/** The files of a spec: as one text that needs none of them any more, and what identifies all of them. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { UsageError } from '../../target/errors.js';

/** Bytes of a file of source, and of all that is put together. */
const MOST_BYTES = 4 * 2 ** 20;
/** Of data: what is compared is held in memory several times. */
const MOST_DATA = 2 ** 30;
const DEEPEST = 32;

export interface SourceText {
  readonly text: string;
  /** Of all files that went into it, in the order in which they were read. */
  readonly sha256: readonly string[];
}

/**
 * Files one after the other, with `#line` before each. What they include in quotation marks, and what lies where that
 * says, is put in the place of the `#include`, so that a header belongs to what a log identifies, and to what an export
 * copies. Throws UsageError, with the file, for what cannot be read.
 */
export function textOf(paths: readonly string[], folder: string): SourceText {
  const reader = new Reader();
  const parts = paths.map((path) => reader.paste(resolve(folder, path), path, []));
  return { text: parts.join(''), sha256: reader.sha256 };
}

class Reader {
  readonly sha256: string[] = [];
  private readonly once = new Set<string>();
  private bytes = 0;

  paste(path: string, shown: string, around: readonly string[]): string {
    const text = this.read(path, shown);
    if (/^\s*#\s*pragma\s+once\b/m.test(text)) {
      if (this.once.has(path)) return '';
      this.once.add(path);
    }
    if (around.includes(path) || around.length > DEEPEST)
      throw new UsageError(`${shown} includes itself, in the end: a spec's files cannot do that.`);
    const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
    const pasted = lines.map((line, place) => this.line(line, { path, shown, around }, place + 2));
    return [lineMark(1, shown), ...pasted, ''].join('\n');
  }

  private line(
    line: string,
    { path, shown, around }: { path: string; shown: string; around: readonly string[] },
    next: number,
  ): string {
    if (/^\s*#\s*pragma\s+once\b/.test(line)) return '';
    const name = /^\s*#\s*include\s*"([^"]+)"/.exec(line)?.[1];
    const included = name === undefined ? undefined : resolve(dirname(path), name);
    if (included === undefined || !isFile(included)) return line;
    return this.paste(included, name!, [...around, path]) + lineMark(next, shown);
  }

  private read(path: string, shown: string): string {
    const contents = readBytes(path, shown, MOST_BYTES);
    this.bytes += contents.length;
    if (this.bytes > MOST_BYTES)
      throw new UsageError(`${shown} and what is included come to more than ${MOST_BYTES / 2 ** 20} MiB.`);
    this.sha256.push(hashOf(contents));
    return contents.toString('utf8');
  }
}

/** What identifies a file of data, which must have so many bytes. Throws UsageError where it has not. */
export function dataFile(
  path: string,
  folder: string,
  bytes: number,
): { readonly path: string; readonly sha256: string } {
  const full = resolve(folder, path);
  // It goes into a text of the assembler's.
  if (/["\\\n\r]/.test(full))
    throw new UsageError(`${path}: files of data have no quotation mark or backslash in their paths.`);
  const contents = readBytes(full, path, MOST_DATA);
  if (contents.length !== bytes)
    throw new UsageError(`${path} has ${contents.length} bytes, and the array that it is for has ${bytes}.`);
  return { path: full, sha256: hashOf(contents) };
}

function readBytes(path: string, shown: string, most: number): Buffer {
  try {
    const about = statSync(path);
    if (!about.isFile()) throw new UsageError(`${shown} is no file.`);
    if (about.size > most) throw new UsageError(`${shown} has more than ${most / 2 ** 20} MiB.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${shown} cannot be read (${code === 'ENOENT' ? 'there is no such file' : (code ?? 'unknown')}).`,
    );
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Messages name the file as its user does, without folders that others need not know. */
function lineMark(line: number, shown: string): string {
  return `#line ${line} "${basename(shown).replace(/[^\w.+-]/g, '_')}"`;
}

export function hashOf(contents: Buffer | string): string {
  return createHash('sha256').update(contents).digest('hex');
}

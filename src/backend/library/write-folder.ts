/**
 * Writes the files of a product into a folder of their own. Nothing outside of it is written or removed, links inside
 * it are not followed, and of what is there already only files go that an earlier product wrote.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { z } from 'zod';
import { UsageError, WorkError } from '../../target/errors.js';

/** Lists the files of a folder that a product wrote. */
const MARKER = '.tune-export.json';
const markerSchema = z.object({ files: z.array(z.string()) });

export interface WriteOptions {
  /** Whether what an earlier product wrote there is replaced. */
  readonly force: boolean;
}

/**
 * Files by their path in the folder, which is made where it is missing. Throws UsageError where the folder holds
 * something and is not to be replaced, or holds what no product wrote; WorkError where it cannot be written.
 */
export function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  { force }: WriteOptions,
): void {
  const paths = [...files.keys()];
  for (const path of paths) if (!isInside(path)) throw new RangeError(`${path} is no path in a folder.`);
  checkFolder(folder, force);
  try {
    clear(folder);
    mkdirSync(folder, { recursive: true });
    const marker = JSON.stringify({ files: paths }, null, 1) + '\n';
    for (const [path, contents] of [[MARKER, marker] as const, ...files]) {
      makeFolders(folder, dirname(path));
      // Exclusive: neither what is there is overwritten, nor a link followed.
      writeFileSync(join(folder, path), contents, { flag: 'wx' });
    }
  } catch (error) {
    const { code, path = folder, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new UsageError(`${path} is there already, and no export wrote it: name another folder, or move it away.`);
    if (code === undefined) throw error;
    throw new WorkError(`${folder} cannot be written (${message}): name another folder.`);
  }
}

/** Whether a folder can be written to, before anything is made for it. Throws as `writeFolder`. */
export function checkFolder(folder: string, force: boolean): void {
  if (!existsSync(folder)) return;
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw new UsageError(`${folder} is no folder that can be read: name another.`);
  }
  if (names.length === 0) return;
  if (!force)
    throw new UsageError(
      `${folder} exists: name another folder, or give --force to replace what an export wrote there.`,
    );
  if (writtenIn(folder) === undefined)
    throw new UsageError(`${folder} holds files that no export wrote: name another folder, or empty it.`);
}

/** The files that an earlier product wrote, as a marker says that is not trusted; undefined where none did. */
function writtenIn(folder: string): readonly string[] | undefined {
  const marker = join(folder, MARKER);
  if (!isFile(marker)) return undefined;
  try {
    const { files } = markerSchema.parse(JSON.parse(readFileSync(marker, 'utf8')));
    return files.filter(isInside);
  } catch {
    return undefined;
  }
}

function clear(folder: string): void {
  const written = existsSync(folder) ? writtenIn(folder) : undefined;
  if (!written) return;
  for (const path of [...written, MARKER]) {
    const folders = parents(path).map((parent) => join(folder, parent));
    if (folders.every(isFolder) && isFile(join(folder, path))) unlinkSync(join(folder, path));
  }
  const folders = [...new Set(written.flatMap(parents))].sort((a, b) => b.length - a.length);
  for (const path of folders.map((parent) => join(folder, parent)))
    if (isFolder(path) && readdirSync(path).length === 0) rmdirSync(path);
}

/** Each of them is a folder, not a link to one. */
function makeFolders(folder: string, path: string): void {
  for (const parent of parents(join(path, 'file'))) {
    const name = join(folder, parent);
    if (existsSync(name) || lstatSync(name, { throwIfNoEntry: false })) {
      if (isFolder(name)) continue;
      throw new UsageError(`${name} is no folder of an export: name another folder, or move it away.`);
    }
    mkdirSync(name);
  }
}

/** The folders above a path, the outermost first. */
function parents(path: string): string[] {
  const parts = normalize(path).split(sep).slice(0, -1);
  return parts.map((_, i) => join(...parts.slice(0, i + 1))).filter((parent) => parent !== '.');
}

/** Whether a path leads to somewhere in its folder, by names that need no quoting. */
function isInside(path: string): boolean {
  return path !== MARKER && /^(?:[\w-][\w.-]*\/)*\.?[\w-][\w.-]*$/.test(path) && !path.split('/').includes('..');
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

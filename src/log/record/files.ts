/** What the journal asks of a file system. */
import type { Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { codeOf } from './log-errors.js';
import { NoPlainFile } from './lines.js';

/**
 * Opens a file to read and to append, and creates it where it is missing. Throws NoPlainFile for pipes and devices,
 * which could block, or swallow everything.
 */
export async function openPlain(path: string): Promise<FileHandle> {
  const there = await statOf(path);
  if (there && !there.isFile() && !there.isDirectory()) throw new NoPlainFile(path);
  return open(path, 'a+');
}

/** What a name stands for; undefined for nothing. */
export function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  });
}

export function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

/** Up to `count` bytes of a file that end at `end`. */
export async function bytesBefore(file: FileHandle, end: number, count: number): Promise<Buffer> {
  const begin = Math.max(0, end - count);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - begin), 0, end - begin, begin);
  return buffer.subarray(0, bytesRead);
}

const CHUNK = 2 ** 16;

/** The place behind the last newline of a file. */
export async function endOfLines(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  for (let end = size; end > 0; end -= CHUNK) {
    const bytes = await bytesBefore(file, end, CHUNK);
    const newline = bytes.lastIndexOf('\n');
    if (newline >= 0) return end - bytes.length + newline + 1;
  }
  return 0;
}

/** The name of a new file is on the disk only when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await syncIfPossible(() => folder.sync());
  } finally {
    await folder.close();
  }
}

/** File systems that have no fsync say so in one of these ways. */
const cannotSync = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/** Whether the file system could do it. */
export async function syncIfPossible(sync: () => Promise<void>): Promise<boolean> {
  try {
    await sync();
    return true;
  } catch (error) {
    if (!cannotSync.has(codeOf(error))) throw error;
    return false;
  }
}

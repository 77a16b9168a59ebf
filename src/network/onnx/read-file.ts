import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { formatBytes } from '../../target/format.js';
import { UsageError } from '../../target/errors.js';
import { totalmem } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
import { shortened } from '../../target/visible.js';
import type { Proto } from './schema.js';

/** What protobuf's own libraries accept, and what one read may ask for. */
const LARGEST = 2 ** 31 - 1;
/** Enough to see what a file is, before all of it is read. */
const HEAD = 4096;

/**
 * All bytes of a protobuf, in a buffer of their own. Throws Unreadable for what cannot be one: folders, pipes, more
 * than 2 GiB, and what begins as another format does.
 */
export function readProtobuf(path: string): Uint8Array {
  return withFile(path, (file, size) => {
    if (size === 0) throw new Unreadable('it is empty: download or export it again');
    if (size > LARGEST)
      throw new Unreadable(
        `it has ${formatBytes(size)}, and a protobuf at most 2 GiB: save the model with its weights beside it ` +
          '("external data")',
      );
    const other = otherFormat(readRange(file, 0, Math.min(size, HEAD)));
    if (other !== undefined) throw new Unreadable(other);
    return readRange(file, 0, size);
  });
}

/** Opens a file, never waiting for a pipe to have a writer, and closes it. Throws Unreadable. */
function withFile<T>(path: string, act: (file: number, size: number) => T): T {
  const file = opened(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile())
      throw new Unreadable(
        stat.isDirectory() ? 'it is a folder: give a file' : 'it is not a regular file: copy it to one',
      );
    return act(file, stat.size);
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new Unreadable(reasonOf(error));
  }
}

/** Bytes [offset, offset + length) of a file, in a buffer of their own. Throws Unreadable where it ends before. */
function readRange(file: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const count = readSome(file, bytes, at, Math.min(length - at, LARGEST), offset + at);
    if (count === 0) throw new Unreadable('it became shorter while it was read: wait until it is written');
    at += count;
  }
  return bytes;
}

function readSome(file: number, bytes: Uint8Array, at: number, length: number, position: number): number {
  try {
    return readSync(file, bytes, at, length, position);
  } catch (error) {
    throw new Unreadable(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EACCES') return 'its permissions do not allow it: make it readable';
  if (code === 'EISDIR') return 'it is a folder: give a file';
  return `the system says ${code ?? message}`;
}

/** What a file is that begins so and is no protobuf, as half a sentence with what to do; undefined where it may be. */
function otherFormat(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (text.startsWith('\x1f\x8b')) return 'it is compressed by gzip: unpack it first';
  if (text.startsWith('\0')) return 'it begins with a zero byte, as no ONNX file does: download or export it again';
  if (text.startsWith('PK\x03\x04')) return 'it is a zip archive: unpack it first';
  if (text.startsWith('version https://git-lfs'))
    return 'it is a Git LFS pointer, not the model: run `git lfs pull` in its repository';
  if (/^(\xef\xbb\xbf)?\s*</.test(text)) return 'it is a page of HTML or XML: download the model itself';
  if (/^[\t\n\r\x20-\x7e]+$/.test(text)) return 'it is text, not an ONNX file: give the model itself';
  return undefined;
}

/** Why a file cannot be read, as half a sentence with what to do; whoever knows its path makes a UsageError of it. */
export class Unreadable extends Error {}

/** What is wrong inside of a file, as half a sentence; whoever reads the file knows what to do. */
export class Malformed extends Unreadable {}

/** Carries out a reading of a file. Throws UsageError, with the path and `remedy` for what is wrong inside. */
export function readingOf<T>(path: string, remedy: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) throw new UsageError(`Cannot read ${path}: ${error.message}; ${remedy}.`);
    if (error instanceof Unreadable) throw new UsageError(`Cannot read ${path}: ${error.message}.`);
    throw error;
  }
}

/** What even a small file may take. */
const LEAST = 64 * 2 ** 20;
/** Memory for each byte of a file; int8 that becomes float32 takes four. */
const FOR_EACH_BYTE = 8;

/** Memory that a file's content may take: some times the file's size, whatever the file says. */
export class Allowance {
  #left: number;

  constructor(fileBytes: number) {
    this.#left = LEAST + FOR_EACH_BYTE * fileBytes;
  }

  /** To be asked before anything is allocated. Throws Unreadable. */
  take(bytes: number, what: string): void {
    this.#left -= bytes;
    if (this.#left < 0) {
      const most = `the ${formatBytes(LEAST)} and ${FOR_EACH_BYTE} times its size that a file may take`;
      throw new Malformed(`with ${what} it needs more memory than ${most}`);
    }
  }

  extend(fileBytes: number): void {
    this.#left += FOR_EACH_BYTE * fileBytes;
  }
}

/** Weights beside a model, each read into a buffer of its own; never outside of the model's folder. */
export class ExternalData {
  /** Regions that were read: tied weights share one. */
  readonly #read = new Map<string, Uint8Array>();
  readonly #unread = new Map<string, number>();
  #left = totalmem() / 2;

  constructor(
    readonly folder: string,
    readonly allowance: Allowance,
  ) {}

  /** So many bytes, where a tensor's `external_data` says. Throws Unreadable. */
  read(entries: readonly Proto<'StringStringEntryProto'>[], bytes: number, what: string): Uint8Array {
    const { location, offset } = placeIn(entries, bytes, what);
    const region = `${offset}+${bytes} ${location}`;
    const known = this.#read.get(region);
    if (known !== undefined) return known;
    const found = this.#fresh(location, offset, bytes, what);
    this.#read.set(region, found);
    return found;
  }

  #fresh(location: string, offset: number, bytes: number, what: string): Uint8Array {
    const file = `the data of ${what} cannot be read from ${shortened(location)}`;
    try {
      return withFile(this.#pathOf(location), (opened, size) => {
        if (offset + bytes > size)
          throw new Malformed(`it has ${size} bytes, and bytes ${offset} to ${offset + bytes} are needed`);
        this.#take(location, size, bytes);
        return readRange(opened, offset, bytes);
      });
    } catch (error) {
      if (error instanceof Malformed) throw new Malformed(`${file}: ${error.message}`);
      if (error instanceof Unreadable) throw new Unreadable(`${file}: ${error.message}`);
      throw error;
    }
  }

  /** Regions of a file do not overlap, so that all of them are no more than the file; and all files fit in memory. */
  #take(location: string, size: number, bytes: number): void {
    const unread = (this.#unread.get(location) ?? size) - bytes;
    if (unread < 0) throw new Malformed('its tensors overlap');
    this.#unread.set(location, unread);
    this.#left -= bytes;
    if (this.#left < 0)
      throw new Unreadable(
        `${formatBytes(bytes)} are more than is left of half of this machine's memory: use a machine with more`,
      );
    this.allowance.extend(bytes);
  }

  #pathOf(location: string): string {
    if (location === '' || isAbsolute(location) || location.includes('\0') || location.split(/[\\/]/).includes('..'))
      throw new Unreadable("only a path inside of the model's folder is allowed: save the model with its data there");
    const path = join(this.folder, location);
    const inside = relative(realpath(this.folder), realpath(path));
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`))
      throw new Unreadable("it is a link out of the model's folder: copy the file there in its place");
    return path;
  }
}

function realpath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new Unreadable('there is no such file: copy it there');
  }
}

interface Place {
  readonly location: string;
  readonly offset: number;
}

/** What the entries say. Their length is optional, and must be that of the tensor. */
function placeIn(entries: readonly Proto<'StringStringEntryProto'>[], bytes: number, what: string): Place {
  const given = new Map(entries.map(({ key, value }) => [key, value]));
  const number = (key: string, otherwise: number): number => {
    const text = given.get(key);
    if (text === undefined) return otherwise;
    if (!/^\d{1,15}$/.test(text)) throw new Malformed(`the ${key} of the external data of ${what} is not a number`);
    return Number(text);
  };
  if (number('length', bytes) !== bytes)
    throw new Malformed(`the external data of ${what} have ${given.get('length')!} bytes where it takes ${bytes}`);
  return { location: given.get('location') ?? '', offset: number('offset', 0) };
}

import { realpathSync } from 'node:fs';
import { totalmem } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
import { formatBytes } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import { type Allowance, Malformed, readRange, withFile } from './read-file.js';
import type { Proto } from './schema.js';

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

  /** So many bytes, where a tensor's `external_data` says. Throws Malformed. */
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
          throw new Malformed(`it has ${size} bytes, and bytes ${offset} to ${offset + bytes} are asked for`);
        this.#take(location, size, bytes);
        return readRange(opened, offset, bytes);
      });
    } catch (error) {
      if (error instanceof Malformed) throw new Malformed(`${file}: ${error.message}`);
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
      throw new Malformed(`${formatBytes(bytes)} are more than half of this machine's memory has left`);
    this.allowance.extend(bytes);
  }

  #pathOf(location: string): string {
    if (location === '' || isAbsolute(location) || location.includes('\0') || location.split(/[\\/]/).includes('..'))
      throw new Malformed("only a path inside of the model's folder is allowed");
    const path = join(this.folder, location);
    const inside = relative(realpath(this.folder), realpath(path));
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`))
      throw new Malformed("it is a link out of the model's folder; copy the file there in its place");
    return path;
  }
}

function realpath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new Malformed('there is no such file');
  }
}

interface Place {
  readonly location: string;
  readonly offset: number;
}

/** What the entries say. Their length is optional, and must be that of the tensor. */
function placeIn(entries: readonly Proto<'StringStringEntryProto'>[], bytes: number, what: string): Place {
  const told = new Map(entries.map(({ key, value }) => [key, value]));
  const number = (key: string, otherwise: number): number => {
    const text = told.get(key);
    if (text === undefined) return otherwise;
    if (!/^\d{1,15}$/.test(text)) throw new Malformed(`the external data of ${what} have no ${key} that is a number`);
    return Number(text);
  };
  if (number('length', bytes) !== bytes)
    throw new Malformed(`the external data of ${what} have ${told.get('length')!} bytes where it takes ${bytes}`);
  return { location: told.get('location') ?? '', offset: number('offset', 0) };
}

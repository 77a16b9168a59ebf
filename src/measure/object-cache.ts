import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scratch } from './scratch.js';

/** Bytes of all files together. */
const maxBytes = 128 * 2 ** 20;
/** Of a sha256, with which each file begins. */
const DIGEST = 32;

/**
 * What compilers made, for later runs: a file for each key, which begins with the hash of key and content. Files are
 * moved into place whole, and read into the run's own folder, so that several processes may use a folder at once; what
 * is torn, damaged or of another key counts as not there. It never fails: a cache that cannot be read or written is an
 * empty one.
 */
export class ObjectCache {
  constructor(
    private readonly folder: string,
    private readonly scratch: Scratch,
    private readonly limit = maxBytes,
  ) {}

  /** The path of a copy with this ending, which is the caller's. */
  get(key: string, ending: string): string | undefined {
    try {
      const file = this.file(key);
      const bytes = readFileSync(file);
      const content = bytes.subarray(DIGEST);
      if (!digestOf(key, content).equals(bytes.subarray(0, DIGEST))) {
        rmSync(file, { force: true });
        return undefined;
      }
      const path = this.scratch.path(`${this.scratch.number()}.${ending}`);
      writeFileSync(path, content);
      const now = new Date();
      utimesSync(file, now, now);
      return path;
    } catch {
      return undefined;
    }
  }

  put(key: string, path: string): void {
    const file = this.file(key);
    const unfinished = `${file}.${randomUUID()}`;
    try {
      const content = readFileSync(path);
      writeFileSync(unfinished, Buffer.concat([digestOf(key, content), content]), { mode: 0o600 });
      renameSync(unfinished, file);
    } catch {
      rmSync(unfinished, { force: true }); // the next process compiles it again
    }
  }

  /** Removes what was used longest ago, down to the limit. */
  trim(): void {
    try {
      const files = readdirSync(this.folder)
        .map((name) => join(this.folder, name))
        .map((path) => ({ path, stat: statSync(path, { throwIfNoEntry: false }) }))
        .flatMap(({ path, stat }) => (stat ? [{ path, size: stat.size, time: stat.mtimeMs }] : []))
        .toSorted((a, b) => b.time - a.time);
      let bytes = 0;
      for (const { path, size } of files) if ((bytes += size) > this.limit) rmSync(path, { force: true });
    } catch {
      // Another process trims, or the folder is gone.
    }
  }

  private file(key: string): string {
    return join(this.folder, createHash('sha256').update(key).digest('hex'));
  }
}

function digestOf(key: string, content: Buffer): Buffer {
  return createHash('sha256').update(key).update('\0').update(content).digest();
}

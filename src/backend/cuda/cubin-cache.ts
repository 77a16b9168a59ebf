import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { deviceCodeSchema, type DeviceCode } from '../../measure/device-code.js';
import type { Scratch } from '../../measure/scratch.js';

/** Where the code of a kernel is, and what is known of it. */
const entrySchema = deviceCodeSchema.extend({
  /** sha256 of the cubin, which is its name, too; several kernels may share one. */
  cubin: z.string().regex(/^[0-9a-f]{64}$/),
});

export type FoundCubin = DeviceCode & { readonly path: string };

/** Bytes of all files together. */
const maxBytes = 256 * 2 ** 20;

/**
 * Cubins that outlive a run: a file for each, and one for each kernel that says where in which cubin it is. Files are
 * moved into place whole, and the content of a cubin must have the hash that it is named by, so that several processes
 * may use a folder at once and what is torn, damaged or half gone counts as not there. It never fails: a cache that
 * cannot be read or written is an empty one.
 */
export class CubinCache {
  /** Copies that this process made, since another one may drop a file at any time. */
  private readonly copies = new Map<string, string>();

  constructor(
    private readonly folder: string,
    private readonly scratch: Scratch,
    private readonly limit = maxBytes,
  ) {}

  get(key: string): FoundCubin | undefined {
    try {
      const file = this.entry(key);
      const { cubin, ...code } = entrySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      const path = this.copyOf(cubin);
      if (path === undefined) return undefined;
      const now = new Date();
      for (const used of [file, this.cubin(cubin)]) utimesSync(used, now, now);
      return { ...code, path };
    } catch {
      return undefined;
    }
  }

  put(key: string, { path, ...code }: FoundCubin): void {
    try {
      const bytes = readFileSync(path);
      const cubin = sha256(bytes);
      moveInto(this.cubin(cubin), bytes);
      moveInto(this.entry(key), JSON.stringify({ cubin, ...code }));
    } catch {
      // The next process compiles it again.
    }
  }

  /** Removes what was used longest ago, down to the limit. */
  trim(): void {
    try {
      const files = readdirSync(this.folder)
        .map((name) => join(this.folder, name))
        .map((path) => ({ path, ...sizeAndTime(path) }))
        .toSorted((a, b) => b.time - a.time);
      let bytes = 0;
      for (const { path, size } of files) if ((bytes += size) > this.limit) rmSync(path, { force: true });
    } catch {
      // Another process trims, or the folder is gone.
    }
  }

  private copyOf(cubin: string): string | undefined {
    const before = this.copies.get(cubin);
    if (before !== undefined && sizeAndTime(before).size > 0) return before;
    const bytes = readFileSync(this.cubin(cubin));
    if (sha256(bytes) !== cubin) return undefined;
    const path = this.scratch.path(`${this.scratch.number()}.cubin`);
    writeFileSync(path, bytes);
    this.copies.set(cubin, path);
    return path;
  }

  private entry(key: string): string {
    return join(this.folder, `${key}.json`);
  }

  private cubin(hash: string): string {
    return join(this.folder, `${hash}.cubin`);
  }
}

function moveInto(path: string, content: string | Buffer): void {
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, content, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** Zeros where there is no such file any more. */
function sizeAndTime(path: string): { readonly size: number; readonly time: number } {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { size: stat?.size ?? 0, time: stat?.mtimeMs ?? 0 };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

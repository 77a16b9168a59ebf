import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FarmConnection } from './connection.js';
import { Refusal } from './envelope.js';

/** Where objects lie, by the hash of their content, until nobody asked for them for a while. */
export interface ObjectStore {
  /** Throws Refusal where it cannot be stored. */
  put(object: string, content: Buffer): Promise<void>;
  /** Whether it is there, and for another while. */
  touch(object: string): Promise<boolean>;
  get(object: string): Promise<Buffer | undefined>;
}

/** Of an object. */
export const MOST_BYTES = 64 * 2 ** 20;

/** Seconds that Redis, and a folder, keeps what nobody asks for. */
const [KEPT, KEPT_IN_FOLDER] = [3600, 24 * 3600];

/** The folder that the farm's URL names, or Redis. */
export function objectStore(farm: FarmConnection): ObjectStore {
  const { objects } = farm.address;
  return objects === undefined ? new RedisStore(farm) : new FolderStore(objects);
}

class RedisStore implements ObjectStore {
  constructor(private readonly farm: FarmConnection) {}

  async put(object: string, content: Buffer): Promise<void> {
    await this.farm.redis.set(this.key(object), content, 'EX', KEPT);
  }

  async touch(object: string): Promise<boolean> {
    return (await this.farm.redis.expire(this.key(object), KEPT)) === 1;
  }

  async get(object: string): Promise<Buffer | undefined> {
    return (await this.farm.redis.getBuffer(this.key(object))) ?? undefined;
  }

  private key(object: string): string {
    return this.farm.key('object', object);
  }
}

/** A folder that all machines of a farm have mounted. */
class FolderStore implements ObjectStore {
  private swept = 0;

  constructor(private readonly folder: string) {}

  async put(object: string, content: Buffer): Promise<void> {
    const partial = this.path(`${object}.${randomBytes(8).toString('hex')}`);
    try {
      await writeFile(partial, content);
      await rename(partial, this.path(object));
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined);
      throw new Refusal(`the folder of objects cannot be written to (${(error as Error).message})`);
    }
    // What cannot be removed stays.
    await this.sweep().catch(() => undefined);
  }

  async touch(object: string): Promise<boolean> {
    const [now, path] = [new Date(), this.path(object)];
    // Who may only read it leaves its age as it is.
    await utimes(path, now, now).catch(() => undefined);
    return stat(path).then(
      () => true,
      () => false,
    );
  }

  async get(object: string): Promise<Buffer | undefined> {
    const found = await stat(this.path(object)).catch(() => undefined);
    return found && found.size <= MOST_BYTES ? readFile(this.path(object)).catch(() => undefined) : undefined;
  }

  /** Removes what is too old, sometimes. */
  private async sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.swept < KEPT * 1000) return;
    this.swept = now;
    for (const name of await readdir(this.folder)) {
      if (!/^[0-9a-f]{64}(\.[0-9a-f]{16})?$/.test(name)) continue;
      const age = await stat(this.path(name)).catch(() => undefined);
      if (age && now - age.mtimeMs > KEPT_IN_FOLDER * 1000) await rm(this.path(name), { force: true });
    }
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}

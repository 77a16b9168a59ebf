import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from './envelope.js';
import { KEPT, KEPT_IN_FOLDER, MOST_BYTES, type ObjectStore } from './object-store.js';

/** A folder that all machines of a farm have mounted. */
export class FolderObjects implements ObjectStore {
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

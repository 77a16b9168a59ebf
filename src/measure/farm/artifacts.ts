import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Scratch } from '../scratch.js';
import type { FarmConnection } from './connection.js';
import { Refusal } from './envelope.js';
import { MOST_BYTES } from './object-store.js';

/** What builders made, by the hash of its content: stored once, however many ask for it. */
export class Artifacts {
  private readonly store: FarmConnection['objects'];

  constructor({ objects }: Pick<FarmConnection, 'objects'>) {
    this.store = objects;
  }

  /** Its hash. Throws Refusal for what is too large, or cannot be stored. */
  async put(path: string): Promise<{ readonly object: string; readonly bytes: number }> {
    const content = readFileSync(path);
    if (content.length > MOST_BYTES)
      throw new Refusal(`the object has ${content.length} bytes, more than ${MOST_BYTES}`);
    const object = hashOf(content);
    await this.store.put(object, content);
    return { object, bytes: content.length };
  }

  /** Whether it is there, and for another while. Throws Refusal where the store does not say. */
  has(object: string): Promise<boolean> {
    return this.store.touch(object);
  }

  /** The path of a copy in a folder. Throws Refusal for one that is not there, or whose content is another. */
  async fetch(object: string, scratch: Scratch): Promise<string> {
    const path = scratch.path(`${object}.so`);
    if (existsSync(path)) return path;
    const content = await this.store.get(object);
    if (content === undefined) throw new Refusal(`the object ${object.slice(0, 12)} is not stored any more`);
    if (content.length > MOST_BYTES || hashOf(content) !== object)
      throw new Refusal(`the object ${object.slice(0, 12)} is stored with other content`);
    writeFileSync(`${path}.partial`, content, { mode: 0o600 });
    renameSync(`${path}.partial`, path);
    return path;
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

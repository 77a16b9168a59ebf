import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Scratch } from '../scratch.js';
import type { FarmConnection } from './connection.js';
import { Refusal } from './envelope.js';

/** Seconds that Redis keeps what nobody asks for. */
const KEPT = 3600;
/** Bytes of an object, at most. */
const MOST = 64 * 2 ** 20;

/** What builders made, by the hash of its content: stored once, however many ask for it. */
export class Artifacts {
  constructor(private readonly farm: FarmConnection) {}

  /** Its hash. Throws Refusal for what is too large. */
  async put(path: string): Promise<{ readonly object: string; readonly bytes: number }> {
    const content = readFileSync(path);
    if (content.length > MOST) throw new Refusal(`the object has ${content.length} bytes, more than ${MOST}`);
    const object = hashOf(content);
    await this.farm.redis.set(this.key(object), content, 'EX', KEPT);
    return { object, bytes: content.length };
  }

  /** Whether it is there, and for another while. */
  async has(object: string): Promise<boolean> {
    return (await this.farm.redis.expire(this.key(object), KEPT)) === 1;
  }

  /** The path of a copy in a folder. Throws Refusal for one that is not there, or whose content is another. */
  async fetch(object: string, scratch: Scratch): Promise<string> {
    const path = scratch.path(`${object}.so`);
    if (existsSync(path)) return path;
    const content = await this.farm.redis.getBuffer(this.key(object));
    if (content === null) throw new Refusal(`the object ${object.slice(0, 12)} is not stored any more`);
    if (content.length > MOST || hashOf(content) !== object)
      throw new Refusal(`the object ${object.slice(0, 12)} is stored with other content`);
    writeFileSync(`${path}.partial`, content, { mode: 0o600 });
    renameSync(`${path}.partial`, path);
    return path;
  }

  private key(object: string): string {
    return this.farm.key('object', object);
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

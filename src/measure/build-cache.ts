import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Built } from './build.js';
import { ErrorNo } from './measurement.js';

const lasting: readonly ErrorNo[] = [ErrorNo.compileHost, ErrorNo.instantiation];

/** Objects that are kept for the case that their source comes again. */
const keptObjects = 512;

/** Remembers builds by a hash of all that decides on them. */
export class BuildCache {
  private readonly built = new Map<string, Promise<Built>>();

  /** The build of this key, made now where there is none. */
  async get(key: string, make: () => Promise<Built>): Promise<Built> {
    const before = this.built.get(key);
    if (before !== undefined) {
      this.built.delete(key); // the map's order is that of the last use
      this.built.set(key, before);
      return { ...(await before), seconds: 0 };
    }
    const build = make();
    this.built.set(key, build);
    const built = await build.catch((error: unknown) => {
      this.built.delete(key);
      throw error;
    });
    // Only the compiler's own word on a source, and what follows from it, holds for the next time.
    if ('error' in built && !lasting.includes(built.error)) this.built.delete(key);
    return built;
  }

  /** Removes the objects that were used longest ago, down to a bound; nothing may be building or running. */
  async trim(): Promise<void> {
    const excess = [...this.built].slice(0, Math.max(0, this.built.size - keptObjects));
    if (excess.length === 0) return;
    for (const [key] of excess) this.built.delete(key);
    const kept = new Set(await pathsOf(this.built.values()));
    const dropped = await pathsOf(excess.map(([, build]) => build));
    for (const path of dropped) if (!kept.has(path)) rmSync(path, { force: true });
  }
}

async function pathsOf(builds: Iterable<Promise<Built>>): Promise<readonly string[]> {
  return (await Promise.all(builds)).flatMap((built) => ('path' in built ? [built.path] : []));
}

/** A short name of a text, the same for the same text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

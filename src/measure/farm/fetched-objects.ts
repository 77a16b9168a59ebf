import { rmSync } from 'node:fs';
import type { Scratch } from '../scratch.js';
import type { Artifacts } from './artifacts.js';

/** Copies of objects that a worker keeps. */
const KEPT = 64;

/** Objects that a device has fetched; those that were used longest ago are removed. */
export class FetchedObjects {
  private readonly paths = new Map<string, string>();

  constructor(
    private readonly artifacts: Artifacts,
    private readonly scratch: Scratch,
  ) {}

  /** The path of a copy. Throws Refusal as `Artifacts.fetch`. */
  async path(object: string): Promise<string> {
    const path = this.paths.get(object) ?? (await this.artifacts.fetch(object, this.scratch));
    this.paths.delete(object);
    this.paths.set(object, path);
    if (this.paths.size > KEPT) {
      const [oldest, old] = this.paths.entries().next().value!;
      this.paths.delete(oldest);
      rmSync(old, { force: true });
    }
    return path;
  }
}

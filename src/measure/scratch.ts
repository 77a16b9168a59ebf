import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../target/at-exit.js';
import { makeOwnedFolder } from '../target/leftovers.js';

/**
 * A temporary folder that is gone when it is closed, and at the latest when the process exits; that of a process which
 * was killed goes when the next one makes one.
 */
export class Scratch {
  readonly folder: string;
  private numbers = 0;
  private readonly forget: () => void;

  /** Throws WorkError when the system's temporary folder cannot be written to. */
  constructor(parent = tmpdir()) {
    this.folder = makeOwnedFolder(parent, 'tune');
    this.forget = atExit(() => {
      this.remove();
    });
  }

  /** The path of a file in it. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** A number that nobody else got, to name files with. */
  number(): number {
    return this.numbers++;
  }

  /** Removes the folder with all that is in it; more than once does no harm. */
  close(): void {
    this.forget();
    this.remove();
  }

  private remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

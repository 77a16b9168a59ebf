import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkError } from '../target/errors.js';
import { makeOwnedFolder } from '../target/leftovers.js';

/**
 * A temporary folder that is gone when it is closed, and at the latest when the process exits; that of a process which
 * was killed goes when the next one makes one.
 */
export class Scratch {
  readonly folder: string;
  private numbers = 0;
  private readonly onExit = (): void => {
    this.remove();
  };

  /** Throws WorkError when the system's temporary folder cannot be written to. */
  constructor(parent = tmpdir()) {
    try {
      this.folder = makeOwnedFolder(parent, 'tune');
    } catch (error) {
      throw new WorkError(
        `No temporary folder can be made in ${parent} (${(error as Error).message}): set TMPDIR to a folder that can be written to.`,
      );
    }
    process.once('exit', this.onExit);
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
    process.off('exit', this.onExit);
    this.remove();
  }

  private remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

import { constants, existsSync } from 'node:fs';
import { access, mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { UsageError } from '../target/errors.js';
import { codeOf, unwritable } from './log-errors.js';
import { encode, type TuneRecord } from './record.js';

/**
 * Creates a folder and those above it. (Node's own recursive mkdir never returns under /proc, where folders cannot be
 * created.)
 */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: unknown) => {
    // Another program may have been faster.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** Milliseconds after which the lock of a program that died is taken from it. */
const STALE = 5_000;
/** Milliseconds to wait for the lock of another program. */
const PATIENCE = 30_000;

/**
 * Appends records to a log, which several programs may do at once. A log is a journal: records are appended whole,
 * under a lock (the folder `<log>.lock`), and are on the disk when `append` returns.
 */
export class LogWriter {
  private constructor(readonly path: string) {}

  /**
   * Creates the log's folder where it is missing; the log itself comes with its first record. Throws WorkError when it
   * cannot be written, UsageError for a compressed one.
   */
  static async open(path: string): Promise<LogWriter> {
    try {
      if (path.endsWith('.gz'))
        throw new UsageError(`The log "${path}" is compressed; only plain logs can be appended to.`);
      await makeFolder(dirname(path));
      if (existsSync(path)) await (await open(path, 'a')).close();
      else await access(`${dirname(path)}/`, constants.W_OK); // with the slash, since a file is no folder
    } catch (error) {
      throw unwritable(path, error);
    }
    return new LogWriter(path);
  }

  /**
   * Appends the records with one write and one fsync. Throws WorkError when that fails, RangeError for what `encode`
   * refuses.
   */
  async append(records: readonly TuneRecord[]): Promise<void> {
    if (records.length === 0) return;
    const lines = records.map((record) => `${encode(record)}\n`).join('');
    try {
      await this.#write(lines);
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }

  async #write(lines: string): Promise<void> {
    const file = await open(this.path, 'a+');
    try {
      const release = await acquire(this.path);
      try {
        const bytes = Buffer.from((await isTorn(file)) ? `\n${lines}` : lines);
        const { bytesWritten } = await file.write(bytes);
        if (bytesWritten < bytes.length) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        await file.sync();
      } finally {
        await release();
      }
    } finally {
      await file.close();
    }
  }
}

/** Whether the last line was left without its newline by a program that died while writing it. */
async function isTorn(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}

/** Takes the lock as soon as it is free, and gives the function that releases it. */
async function acquire(path: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + PATIENCE;
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    try {
      // A lock lost to a long sleep of the machine harms nobody: a write is one, and appends.
      const release = await lock(path, { stale: STALE, onCompromised: () => undefined });
      return () => release().catch(() => undefined);
    } catch (error) {
      if (codeOf(error) !== 'ELOCKED' || Date.now() > deadline) throw error;
      await setTimeout(pause * (0.5 + Math.random()));
    }
  }
}

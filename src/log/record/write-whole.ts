/** Files that are written whole or not at all. */
import { createWriteStream, existsSync, realpathSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError, WorkError } from '../../target/errors.js';
import { atExit } from '../../target/at-exit.js';
import { ownerMark, sweep } from '../../target/leftovers.js';
import { compressorOf } from './compressed.js';
import { statOf } from './files.js';
import { codeOf } from './log-errors.js';
import { defined } from '../../target/defined.js';

export interface WriteOptions {
  /** Whether a file that is there is replaced. */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Throws UsageError where a file cannot be written to this path, or would have to be replaced. */
export async function checkFree(path: string, { force = false }: WriteOptions = {}): Promise<void> {
  const there = await statOf(path).catch(() => undefined);
  if (there && !there.isFile()) throw new UsageError(`"${path}" is no plain file: name another one with --out.`);
  if (there && !force) throw taken(path);
  if (!existsSync(dirname(path)))
    throw new UsageError(
      `There is no folder "${dirname(path)}" for "${basename(path)}": make it, or name another file.`,
    );
}

/**
 * Writes pieces of text as a file, which is compressed when its name ends in `.gz` or `.br`. They go to a file beside
 * it first, which takes its name when all of it is on the disk: whoever reads meanwhile, or after a crash, finds the
 * old file or the new one. What making the pieces throws is thrown. Throws UsageError where a file is there that is not
 * to be replaced, WorkError where it cannot be written, and the reason of the signal.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<string> | Iterable<string>,
  { force = false, signal }: WriteOptions = {},
): Promise<void> {
  await checkFree(path, { force });
  const target = existsSync(path) ? realpathSync(path) : path;
  const folder = dirname(target);
  sweep(folder, PREFIX);
  const unfinished = join(folder, [PREFIX, ownerMark(), String(process.hrtime.bigint())].join('-'));
  const remove = (): Promise<void> => rm(unfinished, { force: true });
  const forget = atExit(() => void remove());
  const made = guard(pieces);
  try {
    const compressor = compressorOf(path);
    const stages = [Readable.from(made.pieces), ...(compressor ? [compressor] : [])];
    await pipeline([...stages, createWriteStream(unfinished, { flags: 'wx' })], defined({ signal }));
    await toDisk(unfinished);
    await (force ? rename(unfinished, target) : takeName(unfinished, path));
  } catch (error) {
    throw made.failure() ?? reasonOf(error, path, signal);
  } finally {
    await remove();
    forget();
  }
}

const PREFIX = '.tune-out';

/** Distinguishes errors of making the pieces from those of writing them. */
function guard(pieces: AsyncIterable<string> | Iterable<string>): {
  readonly pieces: AsyncIterable<string>;
  readonly failure: () => unknown;
} {
  let failure: unknown;
  const watched = async function* (): AsyncGenerator<string> {
    try {
      yield* pieces;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return { pieces: watched(), failure: () => failure };
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** By a link, which replaces nothing; file systems without links rename, when nobody took the name so far. */
async function takeName(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || existsSync(to)) throw taken(to);
    await rename(from, to);
  }
}

function reasonOf(error: unknown, path: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (error instanceof UsageError) return error;
  return new WorkError(`"${path}" cannot be written (${(error as Error).message}): name another file with --out.`);
}

function taken(path: string): UsageError {
  return new UsageError(`"${path}" exists: --force replaces it.`);
}

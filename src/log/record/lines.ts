import { createReadStream } from 'node:fs';
import { stat, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { decompressorOf } from './compressed.js';

export interface Line {
  /** Counts from 1. */
  readonly number: number;
  /** Without its newline; undefined if it is longer than the limit. */
  readonly text: string | undefined;
  /** Whether a newline ends it: only the last line may lack one. */
  readonly ended: boolean;
  /** Bytes until its end, its newline included. */
  readonly end: number;
}

const NEWLINE = 0x0a;
const CHUNK = 2 ** 16;

/**
 * The lines of a file, which is decompressed when its name ends in `.gz` or `.br`. No more than `longest` bytes of a
 * line are kept, however long it is. Throws what reading throws; `isDamage` recognizes errors of decompression.
 */
export function linesOf(path: string, longest: number): AsyncGenerator<Line> {
  return linesIn(bytesOf(path), longest);
}

/** The lines of an open file that begin at a byte or after it, as they are now. */
export function linesFrom(file: FileHandle, start: number, longest: number): AsyncGenerator<Line> {
  return linesIn(bytesFrom(file, start), longest, start);
}

async function* linesIn(bytes: AsyncIterable<Buffer>, longest: number, start = 0): AsyncGenerator<Line> {
  let number = 1;
  let end = start;
  let length = 0;
  let pieces: Buffer[] = [];
  const take = (piece: Buffer): void => {
    length += piece.length;
    if (length <= longest) pieces.push(piece);
  };
  const finish = (ended: boolean): Line => {
    const text = length <= longest ? Buffer.concat(pieces).toString('utf8') : undefined;
    end += length + (ended ? 1 : 0);
    length = 0;
    pieces = [];
    return { number: number++, text, ended, end };
  };
  for await (const chunk of bytes) {
    let begin = 0;
    for (let found = chunk.indexOf(NEWLINE); found >= 0; found = chunk.indexOf(NEWLINE, begin)) {
      take(chunk.subarray(begin, found));
      yield finish(true);
      begin = found + 1;
    }
    take(chunk.subarray(begin));
  }
  if (length > 0) yield finish(false);
}

/** What is no plain file, and so may have no end. */
export class NoPlainFile extends Error {
  readonly code = 'NOT_A_FILE';
}

/** A pipe that a shell has opened for us (`tune best <(zcat a.gz)`), whose writer is there. */
const pipeOfShell = /^\/dev\/(fd\/\d+|stdin)$|^\/proc\/self\/fd\/\d+$/;

/**
 * The bytes of a file, decompressed when its name ends in `.gz` or `.br`. Throws NoPlainFile for devices and named
 * pipes, of which some never end, and others wait for a writer that never comes.
 */
export async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const kind = await stat(path);
  if (!kind.isFile() && !kind.isDirectory() && !(kind.isFIFO() && pipeOfShell.test(path))) throw new NoPlainFile(path);
  const file = createReadStream(path);
  // The pipeline hands errors on to its last stream, where the reader meets them.
  const decompressor = decompressorOf(path);
  yield* decompressor ? pipeline(file, decompressor, () => undefined) : file;
}

async function* bytesFrom(file: FileHandle, start: number): AsyncGenerator<Buffer> {
  for (let position = start; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

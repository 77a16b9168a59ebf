import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface Line {
  /** Counts from 1. */
  readonly number: number;
  /** Without its newline; undefined if it is longer than the limit. */
  readonly text: string | undefined;
  /** Whether a newline ends it: only the last line may lack one. */
  readonly ended: boolean;
}

const NEWLINE = 0x0a;

/**
 * The lines of a file, which is decompressed when its name ends in `.gz`. No more than `longest` bytes of a line are
 * kept, however long it is. Throws what reading throws; errors of decompression have codes that begin with `Z_`.
 */
export async function* linesOf(path: string, longest: number): AsyncGenerator<Line> {
  let number = 1;
  let length = 0;
  let pieces: Buffer[] = [];
  const take = (piece: Buffer): void => {
    length += piece.length;
    if (length <= longest) pieces.push(piece);
  };
  const finish = (ended: boolean): Line => {
    const text = length <= longest ? Buffer.concat(pieces).toString('utf8') : undefined;
    length = 0;
    pieces = [];
    return { number: number++, text, ended };
  };
  for await (const chunk of bytesOf(path)) {
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
      take(chunk.subarray(begin, end));
      yield finish(true);
      begin = end + 1;
    }
    take(chunk.subarray(begin));
  }
  if (length > 0) yield finish(false);
}

/** The bytes of a file, decompressed when its name ends in `.gz`. */
export function bytesOf(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  // The pipeline hands errors on to its last stream, where the reader meets them.
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => undefined) : file;
}

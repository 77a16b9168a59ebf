import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createBrotliDecompress, createGunzip, createGzip } from 'node:zlib';
import { codeOf } from './log-errors.js';

/** What files are decompressed by, by the endings of their names. */
const decompressors: Readonly<Record<string, () => Transform>> = { '.gz': createGunzip, '.br': createBrotliDecompress };

/** What decompresses a file; undefined for a plain one. */
export function decompressorOf(path: string): Transform | undefined {
  return Object.entries(decompressors).find(([ending]) => path.endsWith(ending))?.[1]();
}

/** Brotli's best takes minutes for a large log, and one level less a tenth of that. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 } };

const compressors: typeof decompressors = { '.gz': createGzip, '.br': () => createBrotliCompress(brotli) };

/** What compresses what is written to a file; undefined for a plain one. */
export function compressorOf(path: string): Transform | undefined {
  return Object.entries(compressors).find(([ending]) => path.endsWith(ending))?.[1]();
}

/** Whether an error of reading says that a compressed file is damaged or none. */
export function isDamage(error: unknown): boolean {
  return /^(Z_|ERR__ERROR_)/.test(codeOf(error));
}

/**
 * Swizzled storage: shared memory has 32 banks of 4 bytes, so that eight chunks of 16 bytes are read or written at once
 * if they are in different eighths of 128 bytes. A tile's rows are as long as a k block, often a power of two, and then
 * one column of chunks is in few of these. Here the chunks of each span of 32, 64 or 128 bytes are in the order of
 * their numbers exclusive-or the number of their 128-byte line (`Swizzle<1, 4, 3>` to `Swizzle<3, 4, 3>` in CUTLASS),
 * which is how matrix instructions and TMA copies on Hopper have them (PTX ISA 8.0, swizzling modes).
 */
import { InstantiationError } from '../ir/errors.js';
import * as ix from '../ir/index.js';
import type { Index } from '../ir/index.js';
import type { Storage } from '../ir/nest.js';
import { elementBytes } from '../ir/tensor.js';
import { bytesOf } from './accesses.js';

export interface Swizzle {
  /** Elements of a chunk. */
  readonly chunk: number;
  /** Chunks of a span: 2, 4 or 8. */
  readonly chunks: number;
}

const chunkBytes = 16;
/** Rows, as long as a span, that the pattern repeats after. */
export const atomRows = 8;
/** Chunks that all banks together hold. */
const chunksOfBanks = 8;

/** Throws InstantiationError for storage that is not made of whole spans. */
export function swizzleOf(storage: Storage): Swizzle | undefined {
  const { tensor, swizzle } = storage;
  if (swizzle === undefined) return undefined;
  if (bytesOf(storage) % swizzle !== 0)
    throw new InstantiationError(
      `${tensor.name} is swizzled in spans of ${swizzle} bytes but has ${bytesOf(storage)}: pad it to a multiple`,
    );
  return { chunk: chunkBytes / elementBytes(tensor.dtype), chunks: swizzle / chunkBytes };
}

/**
 * Bytes of which the address of a storage is a multiple: the order of chunks is that of the addresses, and repeats
 * after so many.
 */
export function alignmentOf({ swizzle }: Pick<Storage, 'swizzle'>): number {
  return swizzle === undefined ? chunkBytes : atomRows * swizzle;
}

/** Where the element lies that would be at `at` without swizzling. */
export function swizzled(at: Index, { chunk, chunks }: Swizzle): Index {
  const place = ix.xor(ix.div(at, chunk), ix.div(at, chunksOfBanks * chunk), chunks);
  return ix.add(ix.scale(place, chunk), ix.mod(at, chunk));
}

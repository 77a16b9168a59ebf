/**
 * Swizzled rows: shared memory has 32 banks of 4 bytes, so that eight chunks of 16 bytes are read or written at once if they lie in different eighths of
 * 128 bytes. A tile's rows are as long as its part of the sum, often a power of two, and then one column of chunks lies in few of these. Here the chunks of a
 * row are in the order of their numbers exclusive-or that of the row (`Swizzle` in CUTLASS).
 */
import { InstantiationError } from '../ir/errors.js';
import * as ix from '../ir/index.js';
import type { Index } from '../ir/index.js';
import type { Storage } from '../ir/nest.js';
import { elementBytes } from '../ir/tensor.js';

/** How the rows of a storage are swizzled, in elements. */
export interface Swizzle {
  readonly chunk: number;
  readonly row: number;
}

/** 16-byte chunks that all banks together hold. */
const chunksOfBanks = 8;

/** Throws InstantiationError for rows that are not made of chunks. */
export function swizzleOf({ tensor, shape, room = shape, swizzled }: Storage): Swizzle | undefined {
  if (!swizzled) return undefined;
  const [row, chunk] = [room[room.length - 1], 16 / elementBytes(tensor.dtype)];
  if (row % chunk !== 0)
    throw new InstantiationError(
      `${tensor.name} is swizzled, but its rows of ${row} elements are not whole chunks of 16 bytes`,
    );
  return { chunk, row };
}

/**
 * Where an element lies whose row starts at `start`. Chunks change places in groups that a row is made of, as large as the banks allow; rows that follow
 * each other in the banks without meeting keep one order.
 */
export function swizzled(start: Index, column: Index, { chunk, row }: Swizzle): Index {
  const chunks = row / chunk;
  const group = [8, 4, 2, 1].find((size) => chunks % size === 0)!;
  const turn = ix.div(ix.div(start, row), chunksOfBanks / group);
  const place = ix.xor(ix.div(column, chunk), turn, group);
  return ix.add(ix.add(start, ix.scale(place, chunk)), ix.mod(column, chunk));
}

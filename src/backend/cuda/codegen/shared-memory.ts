/** The places of a block's tensors in shared memory. */
import { bytesOf } from '../../../codegen/accesses.js';
import { alignmentOf } from '../../../codegen/swizzle.js';
import type { Storage } from '../../../ir/nest.js';
import type { Tensor } from '../../../ir/tensor.js';
import type { Selection } from '../instructions/instruction.js';

/** Bytes of shared memory that arrays of fixed size may have; more is asked for at the launch. */
const maxStaticBytes = 48 * 1024;
/** What the sizes of tensors are rounded up to. */
const tensorAlignment = 16;

export interface SharedPlaces {
  readonly bytes: number;
  readonly alignment: number;
  /** Offsets of the tensors in bytes; undefined where arrays of fixed size can hold all. */
  readonly offsets: ReadonlyMap<Tensor, number> | undefined;
  /** Offsets of what instructions have for themselves; none where arrays of fixed size can hold all. */
  readonly behind: ReadonlyMap<Selection, number>;
}

/** Shared tensors lie one after the other, and behind them what instructions need for themselves. */
export function placeShared(storages: readonly Storage[], selections: readonly Selection[]): SharedPlaces {
  const offsets = new Map<Tensor, number>();
  let bytes = 0;
  for (const storage of storages) {
    const offset = roundUp(bytes, alignmentOf(storage));
    offsets.set(storage.tensor, offset);
    bytes = offset + roundUp(bytesOf(storage), tensorAlignment);
  }
  const behind = new Map<Selection, number>();
  for (const selection of selections) {
    behind.set(selection, bytes);
    bytes += selection.sharedBytes ?? 0;
  }
  const alignment = Math.max(0, ...storages.map(alignmentOf));
  const isDynamic = bytes > maxStaticBytes;
  return { bytes, alignment, offsets: isDynamic ? offsets : undefined, behind: isDynamic ? behind : new Map() };
}

function roundUp(bytes: number, to: number): number {
  return Math.ceil(bytes / to) * to;
}

/**
 * Accesses to shared memory since the last barrier. Where iterations of a loop rotate through the buffers of a tensor,
 * these are counted from the one of the current iteration: 0 is its own, 1 that of the next one. Sets of buffers are
 * bit masks; a tensor that is kept once has every buffer, as has an access of which it is not known which buffer it is
 * to.
 */
import type { Tensor } from '../../../ir/tensor.js';

export type Buffers = ReadonlyMap<Tensor, bigint>;

export interface SharedAccesses {
  readonly written: Buffers;
  readonly read: Buffers;
  /**
   * What copies fill that have not been waited for, whatever barriers there were: when they have, it counts as written.
   */
  readonly inFlight: Buffers;
}

export const everyBuffer = -1n;

const none: Buffers = new Map();

export const untouched: SharedAccesses = { written: none, read: none, inFlight: none };

export function oneBuffer(d: number): bigint {
  return 1n << BigInt(d);
}

export function union(a: Buffers, b: Buffers): Buffers {
  const both = new Map(a);
  for (const [tensor, mask] of b) both.set(tensor, (both.get(tensor) ?? 0n) | mask);
  return both;
}

export function without(a: Buffers, b: Buffers): Buffers {
  return map(a, (mask, tensor) => mask & ~(b.get(tensor) ?? 0n));
}

export function overlap(a: Buffers, b: Buffers): boolean {
  return [...a].some(([tensor, mask]) => (mask & (b.get(tensor) ?? 0n)) !== 0n);
}

export function either(a: SharedAccesses, b: SharedAccesses): SharedAccesses {
  return {
    written: union(a.written, b.written),
    read: union(a.read, b.read),
    inFlight: union(a.inFlight, b.inFlight),
  };
}

export function same(a: SharedAccesses, b: SharedAccesses): boolean {
  return sameBuffers(a.written, b.written) && sameBuffers(a.read, b.read) && sameBuffers(a.inFlight, b.inFlight);
}

function sameBuffers(a: Buffers, b: Buffers): boolean {
  return a.size === b.size && [...a].every(([tensor, mask]) => b.get(tensor) === mask);
}

/** The same as the next iteration of a loop sees it that rotates through so many buffers of these tensors. */
export function rotated(accesses: SharedAccesses, counts: ReadonlyMap<Tensor, number>): SharedAccesses {
  return each(accesses, (mask, tensor) => {
    const count = counts.get(tensor);
    if (count === undefined || mask === everyBuffer) return mask;
    return previousBuffer(mask, count);
  });
}

/** The buffers before these, of so many in rotation. */
export function previousBuffer(mask: bigint, count: number): bigint {
  return (mask >> 1n) | ((mask & 1n) << BigInt(count - 1));
}

/** The same where it is not known any more which buffers of these tensors were meant. */
export function inAnyBuffer(accesses: SharedAccesses, of: (tensor: Tensor) => boolean): SharedAccesses {
  return each(accesses, (mask, tensor) => (of(tensor) && mask !== 0n ? everyBuffer : mask));
}

function each(
  { written, read, inFlight }: SharedAccesses,
  change: (mask: bigint, tensor: Tensor) => bigint,
): SharedAccesses {
  return { written: map(written, change), read: map(read, change), inFlight: map(inFlight, change) };
}

function map(buffers: Buffers, change: (mask: bigint, tensor: Tensor) => bigint): Buffers {
  return new Map([...buffers].map(([tensor, mask]) => [tensor, change(mask, tensor)]));
}

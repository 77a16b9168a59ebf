/**
 * What has happened to shared memory since the last barrier. Where iterations of a loop take turns in the buffers of a tensor, these are counted from the
 * one of the current iteration: 0 is its own, 1 that of the next one. Sets of buffers are bit masks; a tensor that is kept once has every buffer, as has an
 * access of which it is not known which buffer it is to.
 */
import type { Tensor } from '../../../ir/tensor.js';

export type Buffers = ReadonlyMap<Tensor, bigint>;

export interface Since {
  readonly written: Buffers;
  readonly read: Buffers;
  /** What copies fill that have not been waited for, whatever barriers there were: when they have, it counts as written. */
  readonly underWay: Buffers;
}

export const everyBuffer = -1n;

const none: Buffers = new Map();

export const untouched: Since = { written: none, read: none, underWay: none };

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

export function either(a: Since, b: Since): Since {
  return {
    written: union(a.written, b.written),
    read: union(a.read, b.read),
    underWay: union(a.underWay, b.underWay),
  };
}

export function same(a: Since, b: Since): boolean {
  return [
    [a.written, b.written],
    [a.read, b.read],
    [a.underWay, b.underWay],
  ].every(([x, y]) => x.size === y.size && [...x].every(([tensor, mask]) => y.get(tensor) === mask));
}

/** The same as the next iteration of a loop sees it that takes turns in so many buffers of these tensors. */
export function turned(since: Since, counts: ReadonlyMap<Tensor, number>): Since {
  return each(since, (mask, tensor) => {
    const count = counts.get(tensor);
    if (count === undefined || mask === everyBuffer) return mask;
    return oneEarlier(mask, count);
  });
}

/** The buffers before these, of so many that take turns. */
export function oneEarlier(mask: bigint, count: number): bigint {
  return (mask >> 1n) | ((mask & 1n) << BigInt(count - 1));
}

/** The same where it is not known any more which buffers of these tensors were meant. */
export function blurred(since: Since, of: (tensor: Tensor) => boolean): Since {
  return each(since, (mask, tensor) => (of(tensor) && mask !== 0n ? everyBuffer : mask));
}

function each({ written, read, underWay }: Since, change: (mask: bigint, tensor: Tensor) => bigint): Since {
  return { written: map(written, change), read: map(read, change), underWay: map(underWay, change) };
}

function map(buffers: Buffers, change: (mask: bigint, tensor: Tensor) => bigint): Buffers {
  return new Map([...buffers].map(([tensor, mask]) => [tensor, change(mask, tensor)]));
}

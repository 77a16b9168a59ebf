/**
 * One piece of memory for all that lives between layers: buffers whose lifetimes do not meet share bytes. The largest
 * first, each at the tightest gap among those that live at the same time ("greedy by size", Pisarchyk and Lee,
 * Efficient Memory Management for Deep Neural Net Inference, 2020, section 5), or in turns at both ends.
 */

/** Elements that live from one step of a program to another, both included. */
export interface Buffer {
  readonly name: string;
  readonly bytes: number;
  readonly from: number;
  readonly to: number;
}

export interface Arena {
  /** Where each buffer begins, in bytes; a multiple of 64. */
  readonly offsets: ReadonlyMap<string, number>;
  readonly bytes: number;
}

/** Of a cache line, and of the widest vector. */
const ALIGNMENT = 64;

interface Placed extends Buffer {
  readonly at: number;
}

/** The smaller of both: by size is better where much branches, from both ends is best where one follows the other. */
export function arenaOf(buffers: readonly Buffer[]): Arena {
  const [a, b] = [bySize(buffers), fromBothEnds(buffers)];
  return b.bytes < a.bytes ? b : a;
}

function bySize(buffers: readonly Buffer[]): Arena {
  const placed: Placed[] = [];
  for (const buffer of buffers.toSorted((a, b) => b.bytes - a.bytes)) {
    const room = aligned(buffer.bytes);
    const gaps = gapsAmong(placed, buffer).filter(({ from, to }) => to - from >= room);
    placed.push({ ...buffer, at: gaps.reduce((a, b) => (b.to - b.from < a.to - a.from ? b : a)).from });
  }
  return arenaWith(placed);
}

/** In the order of time, in turns as low and as high as possible in the memory that is needed at least. */
function fromBothEnds(buffers: readonly Buffer[]): Arena {
  const placed: Placed[] = [];
  const end = mostAlive(buffers);
  for (const [turn, buffer] of buffers.toSorted((a, b) => a.from - b.from).entries()) {
    const room = aligned(buffer.bytes);
    const gaps = gapsAmong(placed, buffer).filter(({ from, to }) => to - from >= room);
    const inside = gaps.filter(({ from }) => from + room <= end);
    const [lowest, highest] = [gaps[0]!.from, inside.at(-1)];
    const at = turn % 2 === 0 || !highest ? lowest : Math.min(highest.to, end) - room;
    placed.push({ ...buffer, at });
  }
  return arenaWith(placed);
}

function arenaWith(placed: readonly Placed[]): Arena {
  const bytes = placed.reduce((most, { at, bytes: own }) => Math.max(most, at + aligned(own)), 0);
  return { offsets: new Map(placed.map(({ name, at }) => [name, at])), bytes };
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Between those that live when a buffer does, the last without an end. */
function gapsAmong(placed: readonly Placed[], buffer: Buffer): Gap[] {
  const others = placed.filter((one) => one.from <= buffer.to && buffer.from <= one.to);
  const gaps: Gap[] = [];
  let end = 0;
  for (const { at, bytes } of others.toSorted((a, b) => a.at - b.at)) {
    gaps.push({ from: end, to: at });
    end = Math.max(end, at + aligned(bytes));
  }
  return [...gaps, { from: end, to: Infinity }];
}

/** The most bytes that live at one step: no arena can be smaller. */
export function mostAlive(buffers: readonly Buffer[]): number {
  const changes = buffers.flatMap(({ bytes, from, to }) => [
    { step: from, bytes: aligned(bytes) },
    { step: to + 1, bytes: -aligned(bytes) },
  ]);
  let [alive, most] = [0, 0];
  for (const { bytes } of changes.toSorted((a, b) => a.step - b.step || a.bytes - b.bytes)) {
    alive += bytes;
    most = Math.max(most, alive);
  }
  return most;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

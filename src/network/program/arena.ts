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

/** The smaller of both: by size is better where much branches, from both ends is best where one follows the other. */
export function arenaOf(buffers: readonly Buffer[]): Arena {
  const [a, b] = [bySize(buffers), fromBothEnds(buffers)];
  return b.bytes < a.bytes ? b : a;
}

function bySize(buffers: readonly Buffer[]): Arena {
  const placed = new PlacedBuffers(buffers.length);
  for (const buffer of buffers.toSorted((a, b) => b.bytes - a.bytes)) {
    const gaps = placed.gapsFor(buffer);
    placed.add(buffer, gaps.reduce((a, b) => (b.to - b.from < a.to - a.from ? b : a)).from);
  }
  return placed.arena();
}

/** In the order of time, in turns as low and as high as possible in the memory that is needed at least. */
function fromBothEnds(buffers: readonly Buffer[]): Arena {
  const placed = new PlacedBuffers(buffers.length);
  const end = mostAlive(buffers);
  for (const [turn, buffer] of buffers.toSorted((a, b) => a.from - b.from).entries()) {
    const room = aligned(buffer.bytes);
    const gaps = placed.gapsFor(buffer);
    const inside = gaps.filter(({ from }) => from + room <= end);
    const [lowest, highest] = [gaps[0]!.from, inside.at(-1)];
    placed.add(buffer, turn % 2 === 0 || !highest ? lowest : Math.min(highest.to, end) - room);
  }
  return placed.arena();
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Columns in the order of offsets: each buffer of thousands comes past every other, in a nanosecond or two. */
class PlacedBuffers {
  readonly #offsets = new Map<string, number>();
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #at: Float64Array;
  readonly #end: Float64Array;

  constructor(capacity: number) {
    this.#from = new Float64Array(capacity);
    this.#to = new Float64Array(capacity);
    this.#at = new Float64Array(capacity);
    this.#end = new Float64Array(capacity);
  }

  add({ name, bytes, from, to }: Buffer, at: number): void {
    const count = this.#offsets.size;
    const behind = this.#at.subarray(0, count).findIndex((other) => other > at);
    const place = behind < 0 ? count : behind;
    for (const [column, value] of [
      [this.#from, from],
      [this.#to, to],
      [this.#at, at],
      [this.#end, at + aligned(bytes)],
    ] as const) {
      column.copyWithin(place + 1, place, count);
      column[place] = value;
    }
    this.#offsets.set(name, at);
  }

  /** Those that have room for it, between buffers that live when it does, in their order; the last has no end. */
  gapsFor({ bytes, from, to }: Buffer): Gap[] {
    const room = aligned(bytes);
    const gaps: Gap[] = [];
    let end = 0;
    for (let place = 0; place < this.#offsets.size; place++) {
      if (this.#from[place]! > to || from > this.#to[place]!) continue;
      if (this.#at[place]! - end >= room) gaps.push({ from: end, to: this.#at[place]! });
      end = Math.max(end, this.#end[place]!);
    }
    return [...gaps, { from: end, to: Infinity }];
  }

  arena(): Arena {
    return { offsets: this.#offsets, bytes: this.#end.reduce((most, end) => Math.max(most, end), 0) };
  }
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

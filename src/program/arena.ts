/**
 * One piece of memory for all that lives between layers: buffers whose lifetimes do not meet share bytes. The largest
 * first, each at the tightest gap among those that live at the same time ("greedy by size", Pisarchyk and Lee,
 * Efficient Memory Management for Deep Neural Net Inference, 2020, section 5).
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

export function arenaOf(buffers: readonly Buffer[]): Arena {
  const placed: Placed[] = [];
  for (const buffer of buffers.toSorted((a, b) => b.bytes - a.bytes)) {
    const others = placed.filter((one) => one.from <= buffer.to && buffer.from <= one.to);
    placed.push({ ...buffer, at: tightestGap(aligned(buffer.bytes), others) });
  }
  const bytes = placed.reduce((most, { at, bytes: own }) => Math.max(most, at + aligned(own)), 0);
  return { offsets: new Map(placed.map(({ name, at }) => [name, at])), bytes };
}

/** Where so many bytes fit most tightly between others, or behind them all. */
function tightestGap(bytes: number, others: readonly Placed[]): number {
  let end = 0;
  let best: { at: number; room: number } | undefined;
  for (const { at, bytes: own } of others.toSorted((a, b) => a.at - b.at)) {
    const room = at - end;
    if (room >= bytes && (best === undefined || room < best.room)) best = { at: end, room };
    end = Math.max(end, at + aligned(own));
  }
  return best?.at ?? end;
}

/** The most bytes that live at one step: no arena can be smaller. */
export function mostAlive(buffers: readonly Buffer[]): number {
  const steps = new Set(buffers.map(({ from }) => from));
  return Array.from(steps, (step) =>
    buffers.reduce((sum, { bytes, from, to }) => (from <= step && step <= to ? sum + aligned(bytes) : sum), 0),
  ).reduce((most, bytes) => Math.max(most, bytes), 0);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

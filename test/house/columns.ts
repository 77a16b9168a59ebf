import type { Layers, Spot } from './layers.js';

/** Room for the middle of a spot on the left and on the right of it. */
export type HalfWidth = (spot: Spot) => number;

const ROUNDS = 60;

/**
 * The middles of spots from left to right: near the means of their neighbours above and below, bends in line before
 * rooms, without overlap, and within the width.
 */
export function columnsOf({ floors, below }: Layers, halfWidth: HalfWidth, width: number): ReadonlyMap<string, number> {
  const neighbours = bothWays(below);
  const isRoom = new Set(floors.flat().flatMap(({ room }) => room ?? []));
  const columns = new Map(
    floors.flatMap((spots) => spots.map(({ id }, i) => [id, evenly(i, spots.length, width)] as const)),
  );
  for (let round = 0; round < ROUNDS; round++)
    for (const spots of round % 2 === 0 ? floors : floors.toReversed()) {
      const wanted = spots.map(({ id }) => wantedColumn(neighbours.get(id)!, columns, isRoom) ?? columns.get(id)!);
      const places = spread(
        wanted,
        spots.map(halfWidth),
        spots.map(({ room }) => (room === undefined ? 4 : 1)),
        width,
      );
      spots.forEach(({ id }, i) => columns.set(id, places[i]!));
    }
  return columns;
}

/** The mean of the neighbours, in which bends count for more. */
function wantedColumn(
  neighbours: readonly string[],
  columns: ReadonlyMap<string, number>,
  isRoom: ReadonlySet<string>,
): number | undefined {
  if (neighbours.length === 0) return undefined;
  const weights = neighbours.map((id) => (isRoom.has(id) ? 1 : 3));
  const total = neighbours.reduce((sum, id, i) => sum + weights[i]! * columns.get(id)!, 0);
  return total / weights.reduce((sum, weight) => sum + weight, 0);
}

/** Places in order that are as near as possible to those wanted, by squares, and far enough from each other. */
function spread(
  wanted: readonly number[],
  halves: readonly number[],
  weights: readonly number[],
  width: number,
): readonly number[] {
  // Without the widths before them, places only have to rise, which is what pooling neighbours finds.
  const offsets = halves.map((half, i) => halves.slice(0, i).reduce((sum, other) => sum + 2 * other, 0) + half);
  const blocks: { sum: number; weight: number; count: number }[] = [];
  wanted.forEach((place, i) => {
    let block = { sum: (place - offsets[i]!) * weights[i]!, weight: weights[i]!, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.weight > block.sum / block.weight; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: last.sum + block.sum, weight: last.weight + block.weight, count: last.count + block.count };
    }
    blocks.push(block);
  });
  const room = Math.max(0, width - halves.reduce((sum, half) => sum + 2 * half, 0));
  const starts = blocks.flatMap(({ sum, weight, count }) => Array.from({ length: count }, () => sum / weight));
  return starts.map((start, i) => Math.min(room, Math.max(0, start)) + offsets[i]!);
}

function evenly(i: number, count: number, width: number): number {
  return ((i + 0.5) / count) * width;
}

function bothWays(below: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, string[]>([...below].map(([id, others]) => [id, [...others]]));
  for (const [id, others] of below) for (const other of others) result.get(other)!.push(id);
  return result;
}

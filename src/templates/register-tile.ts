/** Numbers that the register tiles of CPU templates share. */
import type { VectorUnit } from '../target/vector-unit.js';

/** Registers of a tile of `rows` × `vectors` accumulators, with the vectors that feed it and one broadcast. */
export function tileRegisters(rows: number, vectors: number): number {
  return rows * vectors + vectors + 1;
}

export function tooManyRegisters(unit: VectorUnit): string {
  return `the register tile and what feeds it must fit the ${unit.registers} vector registers`;
}

/** Iterations that the code of a tiled dimension unrolls: a tile, and the shorter last one where there is one. */
export function unrolledIterations(extent: number, tile: number): number {
  return tile >= extent ? extent : tile + (extent % tile);
}

/**
 * Multiply-adds that a kernel may unroll, a little over two full register tiles: more cost compile time and instruction
 * cache, and never won.
 */
export function maxUnrolled(unit: VectorUnit): number {
  return 2 * unit.registers;
}

export const tooMuchCode =
  'the tile and its shorter last ones must not unroll more multiply-adds than twice the vector registers';

export const partVectors = 'the tile along the vector must fill whole vectors, or be all there is';

/** Lanes that an extent takes, in halves of vectors; those of a whole one at least. */
export function filling(extent: number, lanes: number): number {
  return Math.max(lanes, (Math.ceil((2 * extent) / lanes) * lanes) / 2);
}

/** Whether a tile along the vector is whole vectors, or the extent itself. */
export function fillsVectors(tile: number, extent: number, lanes: number): boolean {
  return tile % lanes === 0 || tile === extent;
}

/** Rows and vectors of a register tile. */
export interface RegisterTile {
  readonly rows: number;
  readonly vectors: number;
}

/** Multiply-adds that are in flight at a time where two start in each cycle and each takes four. */
const IN_FLIGHT = 8;
/** What a load costs of the time of a multiply-add that it does not wait for: from the L1 cache, and from L2. */
const LOAD = 1 / 4;
const FAR_LOAD = 1;
/** Bytes that the L1 cache keeps of what every tile reads anew. */
const KEPT = 32 << 10;

/** What is known of the operand that vectors run along. */
export interface Panels {
  /** Vectors that a tile may have beside each other. */
  readonly widest: number;
  /** Bytes of a vector's panel: that vector at all steps of the sum. */
  readonly bytes: number;
}

/**
 * Register tiles of a result of `rows` × `vectors`, the most promising first: of each width the tallest that fits the
 * registers and cuts the rows evenly, and one of half the height, for where tails make too much code of the former.
 * They are ranked by the multiply-adds for each load, the share of the units that independent sums keep busy, and the
 * share of the tiles that is no padding (after Low, Igual, Smith and Quintana-Ortí, "Analytical Modeling Is Enough for
 * High-Performance BLIS", TOMS 2016). Panels of the tile that L1 does not keep come from L2; where nothing is said of
 * them, it keeps them.
 */
export function promisingTiles(
  rows: number,
  vectors: number,
  { registers }: Pick<VectorUnit, 'registers'>,
  panels: Panels = { widest: 8, bytes: 0 },
): RegisterTile[] {
  const covered = (extent: number, tile: number): number => extent / (Math.ceil(extent / tile) * tile);
  const scoreOf = (tile: RegisterTile): number => {
    const sums = tile.rows * tile.vectors;
    const load = panels.bytes * tile.vectors > KEPT ? FAR_LOAD : LOAD;
    const busy = Math.min(1, sums / IN_FLIGHT) * (sums / (sums + LOAD * tile.rows + load * tile.vectors));
    return busy * covered(rows, tile.rows) * covered(vectors, tile.vectors);
  };
  return [1, 2, 3, 4, 6, 8]
    .filter(
      (width) => width === 1 || (width <= Math.min(vectors, panels.widest) && tileRegisters(1, width) <= registers),
    )
    .flatMap((width) => {
      const most = tallestTile(width, registers);
      return [most, Math.ceil(most / 2)].map((tall) => ({ rows: evenly(rows, tall), vectors: width }));
    })
    .toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

/** A load beside multiply-adds, and the loop around a tile, in multiply-adds: of tiles that the L1 cache feeds. */
const ISSUE = 1;
const TILE = 3;

/**
 * How long a result of `rows` × `vectors` takes in such tiles and the smaller ones at its edges, for each step of the
 * sum, in multiply-adds.
 */
export function timeInTiles(rows: number, vectors: number, tile: RegisterTile): number {
  const parts = (extent: number, size: number): readonly (readonly [number, number])[] => [
    [Math.floor(extent / size), size],
    [extent % size > 0 ? 1 : 0, extent % size],
  ];
  const times = parts(rows, tile.rows).flatMap(([tall, height]) =>
    parts(vectors, tile.vectors).map(
      ([wide, width]) => tall * wide * (Math.max(height * width, IN_FLIGHT) + ISSUE * (height + width) + TILE),
    ),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

/** Rows of the tallest tile of so many vectors. */
export function tallestTile(vectors: number, registers: number): number {
  return Math.floor((registers - 1 - vectors) / vectors);
}

/** The size of as few parts as there can be of at most `most` elements, of nearly equal size. */
function evenly(extent: number, most: number): number {
  return Math.ceil(extent / Math.ceil(extent / most));
}

/** Candidates not above the extent, and the extent itself where it is small enough to be a tile of its own. */
export function tileSizes(extent: number, candidates: readonly number[], most: number): number[] {
  const sizes = candidates.filter((c) => c <= extent);
  if (extent <= most) sizes.push(extent);
  return [...new Set(sizes.length > 0 ? sizes : candidates.slice(0, 1))].sort((a, b) => a - b);
}

/** Divisors of n up to `most`. */
export function divisors(n: number, most: number): number[] {
  const found: number[] = [];
  for (let d = 1; d <= Math.min(n, most); d++) if (n % d === 0) found.push(d);
  return found;
}
